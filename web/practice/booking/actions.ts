import type { BookingStatus, VisitorEmail } from '#domain/booking/booking.ts';
import { pb, quietly } from '#web/ground/api/client.ts';

interface Approval {
  /** Null if the session was deleted after an earlier approval. */
  session: { id: string; client: string } | null;
}

export interface ApprovalChoice {
  allowOverlap: boolean;
  email: VisitorEmail;
}

export function approveRequest(id: string, body: ApprovalChoice, silent: boolean): Promise<Approval> {
  return pb.send<Approval>(`/api/booking/${encodeURIComponent(id)}/approve`, {
    method: 'POST',
    body,
    ...quietly(silent),
  });
}

export function rejectRequest(id: string, silent: boolean): Promise<unknown> {
  return pb.send(`/api/booking/${encodeURIComponent(id)}/reject`, { method: 'POST', ...quietly(silent) });
}

export function rejectAllFromSender(id: string, silent: boolean): Promise<unknown> {
  return pb.send(`/api/booking/${encodeURIComponent(id)}/reject-all-from-sender`, {
    method: 'POST',
    ...quietly(silent),
  });
}

/** Switches the public page on and off. */
export function setAccepting(profile: string, accepting: boolean): Promise<unknown> {
  return pb.collection('profiles').update(profile, { accepting });
}

/** Gives the public page a new address; the old one stops working. */
export function makeNewLink(): Promise<unknown> {
  return pb.send('/api/profiles/new-booking-link', { method: 'POST' });
}

/** Returns a rejected request to the waiting ones; refused with `slot_taken` if its time has been taken meanwhile. */
export function returnRequest(id: string): Promise<unknown> {
  return pb.collection('booking').update(id, { status: 'pending' satisfies BookingStatus });
}

export function deleteRequest(id: string): Promise<unknown> {
  return pb.collection('booking').delete(id);
}
