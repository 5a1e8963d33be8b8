import { onColorSchemeChange, readColorScheme } from '#web/ground/browser/stored-scheme.ts';

/**
 * Keeps the page in the device's theme, or in the one chosen in the dashboard; the HTML has already applied the initial
 * one.
 */
export function followDeviceTheme(): void {
  const device = matchMedia('(prefers-color-scheme: dark)');
  const apply = () => {
    const chosen = readColorScheme();
    const dark = chosen === 'auto' ? device.matches : chosen === 'dark';
    document.documentElement.dataset['mantineColorScheme'] = dark ? 'dark' : 'light';
  };
  device.addEventListener('change', apply);
  onColorSchemeChange(apply);
  apply();
}
