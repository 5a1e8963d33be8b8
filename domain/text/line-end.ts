/** Ends a line for some program that reads the text. */
export const LINE_END = /[\n\v\f\r\u0085\u2028\u2029]/;
