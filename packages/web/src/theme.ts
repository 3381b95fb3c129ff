import { Alert, createTheme, type CSSVariablesResolver, type MantineColorsTuple } from '@mantine/core';

const tally: MantineColorsTuple = [
  ...(['#eef1fd', '#dfe5fb', '#c9d3f8', '#a9b8f3', '#8398ec'] as const),
  ...(['#647de6', '#4a66e0', '#3b5bdb', '#324fc4', '#2f4ac0'] as const),
];
const gray: MantineColorsTuple = [
  ...(['#f8f9fb', '#f3f4f7', '#eef0f3', '#e4e7ec', '#cfd4dc'] as const),
  ...(['#aeb5c1', '#878e9c', '#565d6b', '#2b303a', '#1f242c'] as const),
];
const dark: MantineColorsTuple = [
  ...(['#dfe2e8', '#c3c8d1', '#a4abb8', '#6d7585', '#2a2e37'] as const),
  ...(['#1e2129', '#1d2027', '#16181d', '#101216', '#0f1115'] as const),
];
// For white text on 7 (light) and 6 (dark), and for text in 9 (light) and 0 (dark).
const red: MantineColorsTuple = [
  ...(['#ffb4ac', '#ffa69c', '#ff9a90', '#f9867b', '#f0665b'] as const),
  ...(['#dd4f43', '#cc4035', '#b42318', '#9a1c13', '#8f1a11'] as const),
];

/** The shapes and colours of the pages. Their own parts use the variables of global.css, never a palette index. */
export const theme = createTheme({
  primaryColor: 'tally',
  primaryShade: { light: 7, dark: 6 },
  colors: { tally, gray, dark, red },
  fontFamily: "'Inter Variable', system-ui, sans-serif",
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.8125rem', lg: '0.9375rem', xl: '1.125rem' },
  lineHeights: { xs: '1rem', sm: '1.25rem', md: '1.25rem', lg: '1.375rem', xl: '1.625rem' },
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '1.125rem', lineHeight: '1.625rem' },
      h2: { fontSize: '0.875rem', lineHeight: '1.25rem' },
      h3: { fontSize: '0.8125rem', lineHeight: '1.25rem' },
    },
  },
  spacing: { xs: '4px', sm: '8px', md: '12px', lg: '16px', xl: '24px' },
  radius: { xs: '4px', sm: '6px', md: '8px', lg: '12px', xl: '16px' },
  defaultRadius: 'sm',
  cursorType: 'pointer',
  components: {
    // Mantine's placeholder for the initial focus is not allowed inside a menu role; the first item takes the focus.
    Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
    // All alerts report failures.
    Alert: Alert.extend({
      vars: () => ({ root: { '--alert-color': 'var(--bad)', '--alert-bd': '1px solid var(--bad)' } }),
    }),
  },
});

const shared = {
  '--mantine-color-body': 'var(--surface)',
  '--mantine-color-text': 'var(--text)',
  '--mantine-color-default': 'var(--raised)',
  '--mantine-color-default-hover': 'var(--hover)',
  '--mantine-color-default-color': 'var(--title)',
  '--mantine-color-default-border': 'var(--line)',
  '--mantine-color-dimmed': 'var(--muted)',
  '--mantine-color-placeholder': 'var(--muted)',
  '--mantine-color-anchor': 'var(--accent-text)',
  '--mantine-color-error': 'var(--bad)',
};

/** Mantine's own variables, from those of global.css. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  // The hover tint of a button; the default is too dark for its text.
  light: { ...shared, '--mantine-color-tally-light-hover': 'var(--mantine-color-tally-1)' },
  dark: shared,
});
