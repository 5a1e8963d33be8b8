/** Who may register: everybody, whoever has an invitation of the operator's, or nobody. */
export const REGISTRATION_MODES = ['open', 'invite', 'closed'] as const;

export type RegistrationMode = (typeof REGISTRATION_MODES)[number];

/** `GET /api/registration`. */
export interface RegistrationAnswer {
  registration: RegistrationMode;
}
