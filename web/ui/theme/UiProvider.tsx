import '#web/ui/theme/mantine-styles.ts';
import { MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { colorSchemeManager } from '#web/ui/theme/color-scheme.ts';
import { cssVariablesResolver, theme } from '#web/ui/theme/theme.ts';

/** The nonce that the server puts into this page; its policy blocks styles without it. */
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

// Mantine writes style sheets as HTML, which the page's policy blocks without this rule: text without an opening
// bracket can never become an element.
window.trustedTypes?.createPolicy('default', { createHTML: (text) => (text.includes('<') ? null : text) });

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
