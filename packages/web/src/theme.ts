import { Alert, createTheme, type CSSVariablesResolver } from '@mantine/core';

/** Shades are chosen so that text on them has a contrast of 4.5:1; Mantine's own are lighter. */
export const theme = createTheme({
  primaryColor: 'indigo',
  primaryShade: { light: 7, dark: 8 },
  fontFamily: "'Inter Variable', system-ui, sans-serif",
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  headings: { fontWeight: '650', sizes: { h1: { fontSize: '1.375rem' }, h2: { fontSize: '1rem' } } },
  defaultRadius: 'md',
  cursorType: 'pointer',
  components: {
    // The place that Mantine puts in a menu for the first focus is nothing that a menu may hold: its first item has it.
    Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
    // All alerts of the pages say that something failed; the red of the palette is too light on white.
    Alert: Alert.extend({
      vars: () => ({ root: { '--alert-color': 'var(--bad)', '--alert-bd': '1px solid var(--bad)' } }),
    }),
  },
});

/** Dimmed text and links with a contrast of 4.5:1 on every background of the pages. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': '#51585f',
    '--mantine-color-anchor': 'var(--mantine-color-indigo-8)',
    // The tint of a button that the mouse is over; by default too dark for its text.
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
