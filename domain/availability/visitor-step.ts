/** Minutes between two starts that visitors are offered, specification §9. */
export const VISITOR_STEP = 30;
