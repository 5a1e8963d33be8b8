/** After so many days a sign-in ends, however often it is refreshed. */
export const SIGN_IN_DAYS = 90;

/** After so many minutes without use a sign-in ends where its owner chose so. */
export const IDLE_MINUTES = 30;

/** A device that is signed in. Instants are in the stored form, UTC. */
export interface SignIn {
  /** The `jti` of its token. */
  id: string;
  created: string;
  /** To within a few minutes. */
  lastSeen: string;
  address: string;
  /** For people: 'Firefox, Windows'. */
  device: string;
  /** The device that asks. */
  current: boolean;
}

/** `GET /api/sign-ins`, the one last seen first */
export interface SignInList {
  items: SignIn[];
}
