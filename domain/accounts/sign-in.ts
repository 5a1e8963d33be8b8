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
