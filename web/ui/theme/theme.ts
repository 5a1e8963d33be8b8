import { createTheme, defaultVariantColorsResolver } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { createElement } from 'react';
import type { CSSVariablesResolver, MantineColorsTuple, VariantColorsResolver } from '@mantine/core';

const pine: MantineColorsTuple = [
  '#EEF5F1',
  '#DCEAE2',
  '#BCD7C9',
  '#9CCFB5',
  '#6FA58C',
  '#4D8570',
  '#386E59',
  '#265643',
  '#1D4536',
  '#143328',
];
const gray: MantineColorsTuple = [
  '#FAFAF7',
  '#F4F4EF',
  '#ECECE5',
  '#E3E2DA',
  '#CFCEC4',
  '#ABA99F',
  '#8F8E84',
  '#6A6F6A',
  '#555C57',
  '#1D2320',
];
const dark: MantineColorsTuple = [
  '#ECEFE9',
  '#B4BBB3',
  '#98A098',
  '#737B74',
  '#2F3631',
  '#272D29',
  '#1B1F1C',
  '#121513',
  '#0E100F',
  '#0A0C0B',
];

const borderless = '1px solid transparent';

/**
 * Mantine ignores the colour scheme when it chooses the text colour of a filled button; here every pair comes from
 * tokens.css.
 */
const variantColorResolver: VariantColorsResolver = (input) => {
  const color = input.color ?? 'pine';
  if (input.variant === 'filled' && color === 'pine') {
    return { background: 'var(--k-pine)', hover: 'var(--k-pine-h)', color: 'var(--k-on-pine)', border: borderless };
  }
  if (input.variant === 'filled' && color === 'red') {
    return { background: 'var(--k-danger)', hover: 'var(--k-danger-h)', color: '#fff', border: borderless };
  }
  if (input.variant === 'default') {
    return {
      background: 'var(--k-sheet)',
      hover: 'var(--k-hover)',
      color: 'var(--k-ink)',
      border: '1px solid var(--k-line2)',
    };
  }
  if (input.variant === 'subtle') return subtle(color);
  return defaultVariantColorsResolver(input);
};

function subtle(color: string) {
  const base = { background: 'transparent', border: borderless };
  if (color === 'red') return { ...base, hover: 'var(--k-red-tint)', color: 'var(--k-red)' };
  if (color === 'gray') return { ...base, hover: 'var(--k-hover)', color: 'var(--k-ink-2)' };
  return { ...base, hover: 'var(--k-pine-tint)', color: 'var(--k-pine-ink)' };
}

const roles = {
  '--mantine-color-body': 'var(--k-desk)',
  '--mantine-color-text': 'var(--k-ink)',
  '--mantine-color-bright': 'var(--k-ink)',
  '--mantine-color-dimmed': 'var(--k-ink-2)',
  '--mantine-color-placeholder': 'var(--k-ink-3)',
  '--mantine-color-default': 'var(--k-sheet)',
  '--mantine-color-default-hover': 'var(--k-hover)',
  '--mantine-color-default-color': 'var(--k-ink)',
  '--mantine-color-default-border': 'var(--k-line)',
  '--mantine-color-error': 'var(--k-red)',
  '--mantine-color-success': 'var(--k-green)',
  '--mantine-color-anchor': 'var(--k-pine-ink)',
  '--mantine-color-disabled': 'var(--k-sunk)',
  '--mantine-color-disabled-color': 'var(--k-ink-3)',
  '--mantine-color-disabled-border': 'transparent',
  '--mantine-primary-color-filled': 'var(--k-pine)',
  '--mantine-primary-color-filled-hover': 'var(--k-pine-h)',
  '--mantine-primary-color-contrast': 'var(--k-on-pine)',
};

export const cssVariablesResolver: CSSVariablesResolver = () => ({ variables: {}, light: roles, dark: roles });

const heading = (fontSize: string, lineHeight: string) => ({ fontSize, lineHeight, fontWeight: '600' });
// Browsers store the values of form fields, except of those with `autocomplete="off"`.
const field = { defaultProps: { size: 'md', withAsterisk: false, autoComplete: 'off' } };

export const theme = createTheme({
  primaryColor: 'pine',
  primaryShade: { light: 7, dark: 3 },
  colors: { pine, gray, dark },
  black: '#1D2320',
  variantColorResolver,
  fontFamily: 'var(--k-font)',
  headings: {
    fontFamily: 'var(--k-font)',
    fontWeight: '600',
    sizes: {
      h1: heading('var(--k-screen)', 'var(--k-screen-leading)'),
      h2: heading('var(--k-title)', '1.75rem'),
      h3: heading('var(--k-lead)', '1.5rem'),
    },
  },
  fontSizes: {
    xs: 'var(--k-smallest)',
    sm: 'var(--k-small)',
    md: 'var(--k-text)',
    lg: 'var(--k-lead)',
    xl: 'var(--k-title)',
  },
  fontWeights: { regular: '400', medium: '500', bold: '600' },
  lineHeights: { xs: '1.3334', sm: '1.3847', md: 'var(--k-leading)', lg: '1.4118', xl: '1.4' },
  radius: { xs: '6px', sm: '8px', md: '10px', lg: '16px', xl: '22px' },
  defaultRadius: 'md',
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '32px' },
  breakpoints: { xs: '36em', sm: '48em', md: '62em', lg: '75em', xl: '90em' },
  shadows: {
    xs: 'none',
    sm: 'none',
    md: 'var(--k-shadow-float)',
    lg: 'var(--k-shadow-float)',
    xl: 'var(--k-shadow-dialog)',
  },
  respectReducedMotion: true,
  cursorType: 'pointer',
  activeClassName: 'pressable',
  components: {
    Button: { defaultProps: { size: 'md' } },
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray', size: 'md' } },
    TextInput: field,
    PasswordInput: field,
    Select: field,
    // CSS makes it grow: Mantine's autosize causes six layouts per typed letter.
    Textarea: {
      defaultProps: { ...field.defaultProps, rows: 3 },
      styles: (_theme: unknown, { rows }: { rows: number }) => ({ input: { '--rows': rows } }),
    },
    Input: { defaultProps: { size: 'md' } },
    InputWrapper: {
      defaultProps: {
        inputWrapperOrder: ['label', 'description', 'input', 'error'],
        // An alert, because a field that already has the focus is not read again with its new error.
        errorProps: { role: 'alert' },
      },
    },
    Popover: {
      defaultProps: {
        radius: 14,
        shadow: 'md',
        transitionProps: { transition: 'pop', duration: 140, exitDuration: 90 },
      },
    },
    Combobox: {
      defaultProps: {
        radius: 14,
        shadow: 'md',
        transitionProps: { transition: 'fade-down', duration: 140, exitDuration: 90 },
      },
    },
    CloseButton: {
      defaultProps: {
        size: 'lg',
        'aria-label': 'Закрыть',
        icon: createElement(IconX, { 'aria-hidden': true, size: 20, stroke: 1.6 }),
      },
    },
  },
});
