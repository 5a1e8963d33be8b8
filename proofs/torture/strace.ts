import { needPackage } from '#proofs/torture/debian-package.ts';

/** Makes sure that there is strace; throws in words where there is none and none can be installed. */
export async function needStrace(): Promise<void> {
  await needPackage('strace', 'strace', ['-V']);
}

/** In front of a program: it stays our child, so that signals and its end are its own, and strace stands beside it. */
export function underStrace(...options: string[]): string[] {
  return ['strace', '-D', '-f', '--seccomp-bpf', ...options];
}
