import { Alert, createTheme, type CSSVariablesResolver } from '@mantine/core';

/** Shades with a text contrast of 4.5:1; Mantine's defaults are lighter. */
export const theme = createTheme({
  primaryColor: 'indigo',
  primaryShade: { light: 7, dark: 8 },
  fontFamily: "'Inter Variable', system-ui, sans-serif",
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  headings: { fontWeight: '650', sizes: { h1: { fontSize: '1.375rem' }, h2: { fontSize: '1rem' } } },
  defaultRadius: 'md',
  cursorType: 'pointer',
  components: {
    // Mantine's placeholder for the initial focus is not allowed inside a menu role; the first item takes the focus.
    Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
    // All alerts report failures; the palette's red is too light on white.
    Alert: Alert.extend({
      vars: () => ({ root: { '--alert-color': 'var(--bad)', '--alert-bd': '1px solid var(--bad)' } }),
    }),
  },
});

/** Dimmed text and links have a contrast of 4.5:1 on every background. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': '#51585f',
    '--mantine-color-anchor': 'var(--mantine-color-indigo-8)',
    // The hover tint of a button; the default is too dark for its text.
    '--mantine-color-indigo-light-hover': 'var(--mantine-color-indigo-1)',
    '--mantine-color-error': '#b3261e',
    '--mantine-color-placeholder': '#5c636a',
  },
  dark: {
    '--mantine-color-dimmed': '#b4b9be',
    '--mantine-color-anchor': '#a5b8ff',
    '--mantine-color-error': '#ffa8a8',
    '--mantine-color-placeholder': '#a6abb0',
  },
});
