import { ADDRESSES, type Press, RECORDS } from '#proofs/support/letters/histories/history.ts';
import { anyOf } from '#proofs/support/letters/histories/random.ts';
import { anyClient, isSilent, said, usualDate } from '#proofs/support/letters/histories/session-presses.ts';

/** The client moves or cancels by the link of the meeting. */
const ownPress: Press = async (history, dice) => {
  const ahead = [...history.sessions.values()].filter(({ status }) => status === 'scheduled');
  const session = anyOf(ahead, dice);
  if (!session) return 'nothing to press';
  const { url } = await history.call<{ url: string }>('POST', `/api/sessions/${session.id}/visit-link`);
  const token = url.split('token=')[1];
  const seen = session.date.replace(' ', 'T');
  const isMove = dice() < 0.7;
  const body = isMove ? { token, seen, start: usualDate(dice).replace(' ', 'T') } : { token, seen };
  await history.visit('POST', `/api/visit/${isMove ? 'move' : 'cancel'}`, body);
  return { voice: 'own' };
};

const clientsPlace: Press = async (history, dice) => {
  const { places } = history;
  const client = anyClient(history, dice);
  const { id } = client;
  const silent = isSilent(dice);
  const link = places.links.has(id) ? '' : 'https://meet.example/a';
  const body = link === '' ? { place: '', place_link: '' } : { place: 'online', place_link: link };
  await history.call('PATCH', RECORDS('clients', id), body, silent);
  if (link === '') places.links.delete(id);
  else places.links.set(id, link);
  return { ...said(silent), places: [client] };
};

const practicesPlace: Press = async (history, dice) => {
  const { call, places, profile } = history;
  const silent = isSilent(dice);
  const address = places.address === ADDRESSES[0] ? ADDRESSES[1] : ADDRESSES[0];
  await call('PATCH', RECORDS('profiles', profile), { place_address: address }, silent);
  places.address = address;
  return { ...said(silent), places: history.clients };
};

/** A client asks for a time on the public page. */
const ask: Press = async (history, dice) => {
  const client = anyClient(history, dice);
  const known = history.names.get(client);
  const body = { ...known, email: client.emails[client.address], start: usualDate(dice).replace(' ', 'T') };
  const path = `/api/booking-page/${history.bookingHash}`;
  const { id } = await history.visit<{ id: string }>('POST', path, body);
  history.requests.push({ id, client, email: body.email, state: 'waits', session: '', told: '' });
};

function decision(name: 'approve' | 'reject'): Press {
  return async (history, dice) => {
    const { call, requests } = history;
    const request = anyOf(
      requests.filter(({ state }) => state === 'waits'),
      dice,
    );
    if (!request) return 'nothing to press';
    const silent = isSilent(dice);
    const body = name === 'approve' ? { allowOverlap: true } : {};
    const path = `/api/booking/${request.id}/${name}`;
    const { session } = await call<{ session?: { id: string } | null }>('POST', path, body, silent);
    // The answer goes to the visitor's address alone (LETTER-06).
    const isUntold = silent || history.stopped.has(request.email);
    if (name === 'approve') Object.assign(request, { state: 'approved', session: session?.id ?? '' });
    else request.state = isUntold || history.offSinceMs !== null ? 'rejected silently' : 'rejected';
    return said(isUntold);
  };
}

const reopen: Press = async ({ call, requests }, dice) => {
  const request = anyOf(
    requests.filter(({ state }) => state.startsWith('rejected')),
    dice,
  );
  if (!request) return 'nothing to press';
  await call('PATCH', RECORDS('booking', request.id), { status: 'pending' });
  request.state = 'waits';
};

export const CLIENT_PRESSES: Record<string, Press> = {
  'the client moves or cancels': ownPress,
  'where a client is met': clientsPlace,
  'where all are met': practicesPlace,
  'a request': ask,
  approve: decision('approve'),
  reject: decision('reject'),
  reopen,
};
