import type { ComponentType, ReactNode } from 'react';
import { useSealing } from '#web/api/sealing.ts';

/** A form that begins with what was kept of it: it is rendered as soon as that can be read, or is known not to be. */
export function withDrafts<Props extends object>(
  Form: ComponentType<Props>,
  whileComing: ReactNode = null,
): ComponentType<Props> {
  return function WithDrafts(props: Props) {
    return useSealing() === 'coming' ? whileComing : <Form {...props} />;
  };
}
