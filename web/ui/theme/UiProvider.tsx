import '#web/ui/theme/mantine-styles.ts';
import { MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { colorSchemeManager } from '#web/ui/theme/color-scheme.ts';
import { cssVariablesResolver, theme } from '#web/ui/theme/theme.ts';

/** The nonce that the server put into this page, without which its policy lets no style in. */
function pageNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';
}

declare global {
  interface Window {
    readonly trustedTypes?: {
      createPolicy(name: 'default', rules: { createHTML(text: string): string | null }): object;
    };
  }
}

// Mantine writes its style sheets as HTML, which the page's policy refuses but for this: without an opening bracket it
// is text and can never be an element.
window.trustedTypes?.createPolicy('default', { createHTML: (text) => (text.includes('<') ? null : text) });

// The page's policy lets no code be made of text; the checks of forms need not try.
Reflect.set(globalThis, '__zod_globalConfig', { jitless: true });

// Where the scroll lock of dialogs, which writes a style of its own, looks for the nonce.
Reflect.set(globalThis, '__webpack_nonce__', pageNonce());

export function UiProvider({ children }: { children: ReactNode }) {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      colorSchemeManager={colorSchemeManager}
      defaultColorScheme="auto"
      getStyleNonce={pageNonce}
    >
      {children}
    </MantineProvider>
  );
}
