import { queryOptions } from '@tanstack/react-query';
import type { NewSecret, RecoveryCodes, SecondFactorState } from '#domain/second-factor/second-factor.ts';
import { pb } from '#web/ground/api/client.ts';
import { ownId } from '#web/ground/api/session.ts';

const URL = '/api/second-factor';

/** Whether the second factor is on, and how many recovery codes are left. */
export function secondFactorQuery() {
  return queryOptions({
    queryKey: ['second-factor', ownId()],
    queryFn: ({ signal }) => pb.send<SecondFactorState>(URL, { signal }),
  });
}

export function makeSecret(password: string): Promise<NewSecret> {
  return pb.send(`${URL}/secret`, { method: 'POST', body: { password } });
}

export async function turnOn(code: string): Promise<string[]> {
  const { codes } = await pb.send<RecoveryCodes>(URL, { method: 'POST', body: { code } });
  return codes;
}

export async function makeCodes(password: string): Promise<string[]> {
  const { codes } = await pb.send<RecoveryCodes>(`${URL}/codes`, { method: 'POST', body: { password } });
  return codes;
}

export async function turnOff(password: string): Promise<void> {
  await pb.send(URL, { method: 'DELETE', body: { password } });
}
