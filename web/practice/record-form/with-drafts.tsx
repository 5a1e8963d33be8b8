import type { ComponentType, ReactNode } from 'react';
import { useSealing } from '#web/ground/api/sealing.ts';

/** Renders a form once its draft can be read, or once it is known that it cannot. */
export function withDrafts<Props extends object>(
  Form: ComponentType<Props>,
  whileComing: ReactNode = null,
): ComponentType<Props> {
  return function WithDrafts(props: Props) {
    return useSealing() === 'coming' ? whileComing : <Form {...props} />;
  };
}
