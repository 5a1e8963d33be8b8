import { queryOptions, useQuery } from '@tanstack/react-query';
import type { KeyState } from '#domain/keys/keys.ts';
import { pb } from '#web/ground/api/client.ts';
import { queryClient } from '#web/ground/api/query-client.ts';
import { ownId } from '#web/ground/api/session.ts';

const URL = '/api/keys';
const LOOK_EVERY_MS = 1000;

/** Who can open the texts, whether they are open, and the progress of a change of the key. */
export function keysQuery() {
  return queryOptions({
    queryKey: ['keys', ownId()],
    queryFn: ({ signal }) => pb.send<KeyState>(URL, { signal }),
    refetchInterval: ({ state }) => (state.data?.changing ? LOOK_EVERY_MS : false),
  });
}

/** Whether the texts are locked until the recovery code is entered, as far as this tab knows. */
export function useAreLocked(): boolean {
  return useQuery({ ...keysQuery(), enabled: false }).data?.locked === true;
}

export function changeKey(password: string): Promise<KeyState> {
  return keep(post('/change', { password }));
}

/** Returns a new recovery code, which has no effect until it is typed back. */
export async function makeRecoveryCode(password: string): Promise<string> {
  const { code } = await post<{ code: string }>('/recovery', { password });
  return code;
}

/** From now on only the password and this code open the texts; a new code replaces the previous one. */
export function turnStrictOn(password: string, code: string): Promise<KeyState> {
  return keep(post('/strict', { password, code }));
}

export function turnStrictOff(password: string): Promise<KeyState> {
  return keep(pb.send<KeyState>(`${URL}/strict`, { method: 'DELETE', body: { password } }));
}

/** Opens the texts after the password was reset by letter and refetches everything that was loaded without them. */
export async function unlock(password: string, code: string): Promise<void> {
  await keep(post('/unlock', { password, code }));
  await queryClient.invalidateQueries();
}

function post<Answer = KeyState>(path: string, body: object): Promise<Answer> {
  return pb.send<Answer>(URL + path, { method: 'POST', body });
}

async function keep(response: Promise<KeyState>): Promise<KeyState> {
  const state = await response;
  queryClient.setQueryData(keysQuery().queryKey, state);
  return state;
}
