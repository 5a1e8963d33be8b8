/** Allowed registrations: all, those with an invitation, or none. */
export const REGISTRATION_MODES = ['open', 'invite', 'closed'] as const;

export type RegistrationMode = (typeof REGISTRATION_MODES)[number];

/** `GET /api/registration`. */
export interface RegistrationAnswer {
  registration: RegistrationMode;
}
