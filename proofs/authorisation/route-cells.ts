import type { Ask } from '#proofs/support/ask.ts';
import type { LiveRoute } from '#proofs/support/live-routes.ts';
import type { PracticeIds } from '#proofs/support/planted-practice.ts';
import { anyone, signedIn, signedInOwners, type Verdict } from '#proofs/authorisation/actors.ts';

export interface RouteCells {
  ask(practice: PracticeIds): Omit<Ask, 'method'>;
  verdict: Verdict;
  /** The route names something of the practice: strangers get the response for a missing record. */
  private?: true;
}

const AUTH = '/api/collections/:collection/';
const at = (url: string) => () => ({ url });
const form =
  (action: string, body: object = {}) =>
  () => ({ url: `/api/collections/users/${action}`, body });

/** The expected status of every route except those of records, batches and streams. A missing route fails the suite. */
export const ROUTE_CELLS: Record<LiveRoute, RouteCells> = {
  [`GET ${AUTH}auth-methods`]: { ask: at('/api/collections/users/auth-methods'), verdict: anyone(200) },
  [`POST ${AUTH}auth-with-password`]: {
    ask: form('auth-with-password', { identity: 'nobody@example.com', password: 'wrong password' }),
    verdict: anyone(400),
  },
  [`POST ${AUTH}request-verification`]: {
    ask: form('request-verification', { email: 'nobody@example.com' }),
    verdict: anyone(204),
  },
  [`POST ${AUTH}confirm-verification`]: { ask: form('confirm-verification', { token: 'x' }), verdict: anyone(400) },
  [`POST ${AUTH}request-password-reset`]: {
    ask: form('request-password-reset', { email: 'nobody@example.com' }),
    verdict: anyone(204),
  },
  [`POST ${AUTH}confirm-password-reset`]: {
    ask: form('confirm-password-reset', { token: 'x', password: 'new password', passwordConfirm: 'new password' }),
    verdict: anyone(400),
  },
  [`POST ${AUTH}confirm-email-change`]: {
    ask: form('confirm-email-change', { token: 'x', password: 'password' }),
    verdict: anyone(400),
  },
  [`POST ${AUTH}take-back-email-change`]: { ask: form('take-back-email-change', { token: 'x' }), verdict: anyone(400) },
  [`POST ${AUTH}request-email-change`]: {
    ask: form('request-email-change', { newEmail: 'new@example.com' }),
    verdict: signedIn(204),
  },
  [`POST ${AUTH}auth-refresh`]: { ask: form('auth-refresh'), verdict: { ...signedIn(200), unverified: 403 } },
  [`POST ${AUTH}auth-with-otp`]: {
    ask: form('auth-with-otp', { otpId: 'totp', password: '123456', mfaId: 'x' }),
    verdict: anyone(400),
  },
  'GET /api/second-factor': { ask: at('/api/second-factor'), verdict: signedIn(200) },
  // Neither a password nor a code: only access counts here.
  'POST /api/second-factor/secret': { ask: at('/api/second-factor/secret'), verdict: signedIn(400) },
  'POST /api/second-factor': { ask: at('/api/second-factor'), verdict: signedIn(400) },
  'POST /api/second-factor/codes': { ask: at('/api/second-factor/codes'), verdict: signedIn(400) },
  'DELETE /api/second-factor': { ask: at('/api/second-factor'), verdict: signedIn(400) },
  'GET /api/sign-ins': { ask: at('/api/sign-ins'), verdict: signedIn(200) },
  'DELETE /api/sign-ins/:id': {
    ask: ({ signIns }) => ({ url: `/api/sign-ins/${signIns[1]}` }),
    verdict: signedInOwners(204),
    private: true,
  },
  'GET /api/registration': { ask: at('/api/registration'), verdict: anyone(200) },
  'GET /api/licence-offer': { ask: at('/api/licence-offer'), verdict: anyone(200) },
  'GET /api/keys': { ask: at('/api/keys'), verdict: signedIn(200) },
  'POST /api/keys/change': {
    ask: () => ({ url: '/api/keys/change', body: { password: 'wrong password' } }),
    verdict: signedIn(400),
  },
  'POST /api/keys/recovery': { ask: at('/api/keys/recovery'), verdict: signedIn(400) },
  'POST /api/keys/strict': { ask: at('/api/keys/strict'), verdict: signedIn(400) },
  'DELETE /api/keys/strict': { ask: at('/api/keys/strict'), verdict: signedIn(400) },
  'POST /api/keys/unlock': { ask: at('/api/keys/unlock'), verdict: signedIn(400) },
  'GET /api/draft-key': { ask: at('/api/draft-key'), verdict: signedIn(200) },
  'DELETE /api/sign-ins': { ask: at('/api/sign-ins'), verdict: signedIn(204) },
  'GET /api/start': {
    ask: ({ clients }) => ({
      url: `/api/start?list=${encodeURIComponent(`clients?filter=id='${clients[0]}'`)}`,
    }),
    verdict: signedIn(200),
    private: true,
  },
  'GET /api/journal': {
    ask: ({ clients }) => ({ url: `/api/journal?client=${clients[0]}` }),
    verdict: signedIn(200),
    private: true,
  },
  'GET /api/booking-page/:hash': {
    ask: ({ bookingHash }) => ({ url: `/api/booking-page/${bookingHash}` }),
    verdict: anyone(200),
  },
  'GET /api/booking-page/:hash/slots': {
    ask: ({ bookingHash }) => ({ url: `/api/booking-page/${bookingHash}/slots?from=2026-12-07&to=2026-12-08` }),
    verdict: anyone(200),
  },
  'POST /api/booking-page/:hash': {
    ask: ({ bookingHash }) => ({
      url: `/api/booking-page/${bookingHash}`,
      // The time is not offered: only access counts here.
      body: { start: '2026-12-06T06:00:00Z', name: 'Посетитель', phone: '+7 916 300-00-00' },
    }),
    verdict: anyone(409),
  },
  'POST /api/booking/:id/reject': {
    ask: ({ bookings }) => ({ url: `/api/booking/${bookings[1]}/reject`, body: {} }),
    verdict: signedInOwners(200),
    private: true,
  },
  'POST /api/booking/:id/approve': {
    ask: ({ bookings }) => ({ url: `/api/booking/${bookings[3]}/approve`, body: {} }),
    verdict: signedInOwners(200),
    private: true,
  },
  'GET /api/booking/same-sender': { ask: at('/api/booking/same-sender'), verdict: signedIn(200) },
  'POST /api/booking/:id/reject-all-from-sender': {
    ask: ({ bookings }) => ({ url: `/api/booking/${bookings[2]}/reject-all-from-sender`, body: {} }),
    verdict: signedInOwners(200),
    private: true,
  },
  'POST /api/export': {
    ask: ({ clients }) => ({ url: '/api/export', body: { client: clients[0] } }),
    verdict: signedInOwners(200),
    private: true,
  },
  // A dry run: records of the same client are asked for later.
  'POST /api/clients/:id/erase': {
    ask: ({ clients }) => ({ url: `/api/clients/${clients[3]}/erase`, body: { reason: 'request', dryRun: true } }),
    verdict: signedInOwners(200),
    private: true,
  },
  // No file: only access counts here.
  'POST /api/import/preview': { ask: at('/api/import/preview'), verdict: signedIn(400) },
  'POST /api/import': { ask: at('/api/import'), verdict: signedIn(400) },
  'POST /api/import/csv/preview': { ask: at('/api/import/csv/preview'), verdict: signedIn(400) },
  'POST /api/import/csv': { ask: at('/api/import/csv?columns=name:0,phone:1'), verdict: signedIn(400) },
  'GET /api/use': { ask: at('/api/use'), verdict: signedIn(200) },
  'GET /api/import/csv': { ask: at('/api/import/csv'), verdict: signedIn(200) },
  // Of nothing: whose import it is, take-back.test.ts asks.
  'DELETE /api/import/csv/:import': { ask: at('/api/import/csv/aaaaaaaaaaaaaaa'), verdict: signedIn(404) },
  'POST /api/profiles/check-licence': {
    ask: () => ({ url: '/api/profiles/check-licence', body: { licence_key: 'VALID_2' } }),
    verdict: signedIn(200),
  },
  'GET /api/sessions/free-slots': {
    ask: ({ sessions }) => ({ url: `/api/sessions/free-slots?date=2026-12-07&except=${sessions[0]}` }),
    verdict: signedIn(200),
  },
  // It is there: restore-session.test.ts asks for a deleted one.
  'POST /api/sessions/:id/restore': {
    ask: ({ sessions }) => ({ url: `/api/sessions/${sessions[0]}/restore`, body: {} }),
    verdict: signedInOwners(200),
    private: true,
  },
  'POST /api/series/preview': {
    ask: ({ clients }) => ({
      url: '/api/series/preview',
      body: { client: clients[0], start: '2027-02-01T07:00', every_weeks: 1, count: 2 },
    }),
    verdict: signedInOwners(200, 400),
    private: true,
  },
  'POST /api/series': {
    ask: ({ clients }) => ({
      url: '/api/series',
      body: { client: clients[0], start: '2027-02-01T07:00', every_weeks: 1, count: 2, digest: 'of nothing' },
    }),
    verdict: signedInOwners(409, 400),
    private: true,
  },
  'POST /api/series/:id/change/preview': {
    ask: ({ series, sessions }) => ({
      url: `/api/series/${series[0]}/change/preview`,
      // Of no series: only access counts here.
      body: { scope: 'all', session: sessions[0] },
    }),
    verdict: signedInOwners(400),
    private: true,
  },
  'POST /api/series/:id/change': {
    ask: ({ series, sessions }) => ({
      url: `/api/series/${series[0]}/change`,
      body: { scope: 'all', session: sessions[0], digest: 'of nothing' },
    }),
    verdict: signedInOwners(400),
    private: true,
  },
  'POST /api/series/:id/end': {
    ask: ({ series }) => ({ url: `/api/series/${series[1]}/end`, body: { from: '2026-12-07' } }),
    verdict: signedInOwners(200),
    private: true,
  },
  'POST /api/visit': { ask: () => ({ url: '/api/visit', body: { token: 'x' } }), verdict: anyone(404) },
  'POST /api/visit/slots': {
    ask: () => ({ url: '/api/visit/slots', body: { token: 'x', from: '2026-12-07', to: '2026-12-08' } }),
    verdict: anyone(404),
  },
  'POST /api/visit/cancel': {
    ask: () => ({ url: '/api/visit/cancel', body: { token: 'x', seen: '2026-12-07T06:00:00Z' } }),
    verdict: anyone(404),
  },
  'POST /api/visit/move': {
    ask: () => ({
      url: '/api/visit/move',
      body: { token: 'x', seen: '2026-12-07T06:00:00Z', start: '2026-12-07T07:00:00Z' },
    }),
    verdict: anyone(404),
  },
  'GET /api/sessions/:id/visit-link': {
    ask: ({ sessions }) => ({ url: `/api/sessions/${sessions[0]}/visit-link` }),
    verdict: signedInOwners(200),
    private: true,
  },
  'POST /api/sessions/:id/visit-link': {
    ask: ({ sessions }) => ({ url: `/api/sessions/${sessions[0]}/visit-link`, body: {} }),
    verdict: signedInOwners(200),
    private: true,
  },
  'DELETE /api/sessions/:id/visit-link': {
    ask: ({ sessions }) => ({ url: `/api/sessions/${sessions[0]}/visit-link` }),
    verdict: signedInOwners(204),
    private: true,
  },
  'GET /api/money/sessions': {
    ask: ({ clients }) => ({ url: `/api/money/sessions?client=${clients[0]}` }),
    verdict: signedIn(200),
    private: true,
  },
  // A payment names it, and nothing is due.
  'POST /api/sessions/:id/paid': {
    ask: ({ sessions }) => ({ url: `/api/sessions/${sessions[1]}/paid`, body: {} }),
    verdict: signedInOwners(200),
    private: true,
  },
  'POST /api/money/prices': {
    ask: () => ({ url: '/api/money/prices', body: { from: '2026-01-01', confirm: true } }),
    verdict: signedIn(200),
  },
  'GET /api/money': { ask: at('/api/money?year=2026'), verdict: signedIn(200) },
  'GET /api/money/clients': { ask: at('/api/money/clients'), verdict: signedIn(200) },
  'GET /api/money/export': { ask: at('/api/money/export?of=payments'), verdict: signedIn(200) },
  'POST /api/news/seen': { ask: () => ({ url: '/api/news/seen', body: {} }), verdict: signedIn(200) },
  'POST /api/news/unseen': {
    ask: () => ({ url: '/api/news/unseen', body: { at: '2026-11-23 12:00:00.000Z' } }),
    verdict: signedIn(204),
  },
  'GET /api/letters/told': {
    ask: ({ sessions }) => ({ url: `/api/letters/told?ids=${sessions[0]}` }),
    verdict: signedIn(200),
    private: true,
  },
  'POST /api/letters/preview': {
    ask: () => ({ url: '/api/letters/preview', body: { kind: 'session-reminder' } }),
    verdict: signedIn(200),
  },
  'POST /api/letters/test': {
    ask: () => ({ url: '/api/letters/test', body: { kind: 'session-reminder' } }),
    verdict: signedIn(204),
  },
  'POST /api/letters/stop': { ask: () => ({ url: '/api/letters/stop', body: { token: 'x' } }), verdict: anyone(404) },
  'POST /letters/stop/:token': { ask: () => ({ url: '/letters/stop/x', body: {} }), verdict: anyone(404) },
  'GET /letters/stop/:token': { ask: at('/letters/stop/x'), verdict: anyone(200) },
  'GET /api/health': { ask: at('/api/health'), verdict: anyone(200) },
  // Without METRICS_TOKEN, for this machine alone.
  'GET /metrics': { ask: at('/metrics'), verdict: anyone(404) },
  // Only for the person at this machine, signed in or not.
  'GET /_mail': { ask: at('/_mail'), verdict: anyone(404) },
  'GET /_mail/:key': { ask: at('/_mail/x'), verdict: anyone(404) },
  'GET /_mail/:key/:name': { ask: at('/_mail/x/y'), verdict: anyone(404) },
  'GET /_mail/:key/:name/html': { ask: at('/_mail/x/y/html'), verdict: anyone(404) },
  // Pages hold only the data that a practitioner shows to visitors.
  'GET /booking/:hash': { ask: ({ bookingHash }) => ({ url: `/booking/${bookingHash}` }), verdict: anyone(200) },
  'GET /visit': { ask: at('/visit'), verdict: anyone(200) },
  'GET /assets/*': { ask: at('/assets/app.js'), verdict: anyone(200) },
  'GET /robots.txt': { ask: at('/robots.txt'), verdict: anyone(200) },
  'GET /favicon.ico': { ask: at('/favicon.ico'), verdict: anyone(200) },
  'GET /favicon.svg': { ask: at('/favicon.svg'), verdict: anyone(200) },
  'GET /manifest.webmanifest': { ask: at('/manifest.webmanifest'), verdict: anyone(200) },
  'GET /icons/:file': { ask: at('/icons/192.png'), verdict: anyone(200) },
  'GET /*': { ask: at('/dashboard'), verdict: anyone(200) },
  // After all cells that use the link: this one replaces it.
  'POST /api/profiles/new-booking-link': { ask: at('/api/profiles/new-booking-link'), verdict: signedIn(200) },
};

/** 404 for everyone, by every method. */
export const NOTHING_THERE: readonly string[] = ['/api', '/api/*'];
