import importX, { createNodeResolver } from 'eslint-plugin-import-x';
import tseslint from 'typescript-eslint';

const restrictedInWorkflows = {
  patterns: [
    {
      regex: '^(node:|mongodb|undici|got$|pino|@tallyhook/(store|query)(/|$)|@temporalio/(?!workflow$|common$))',
      allowTypeImports: true,
      message: 'Workflow code is replayed: it may import @temporalio/workflow, types and pure functions only.',
    },
  ],
};

export default tseslint.config(
  {
    ignores: [
      '**/node_modules/**',
      '**/dist/**',
      'schemas/generated/**',
      '.tallyhook/**',
      '.ci/output/**',
      '**/*.cjs',
      '**/*.mjs',
    ],
  },
  {
    files: ['**/*.ts', '**/*.tsx'],
    extends: [...tseslint.configs.recommendedTypeChecked],
    plugins: { 'import-x': importX },
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    settings: {
      'import-x/parsers': { '@typescript-eslint/parser': ['.ts', '.tsx'] },
      'import-x/resolver-next': [createNodeResolver({ extensions: ['.ts', '.tsx'] })],
    },
    rules: {
      'no-console': 'error',
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/require-await': 'off',
      // Objects are made by functions and closed over: a method taken out of one keeps working.
      '@typescript-eslint/unbound-method': 'off',
      '@typescript-eslint/restrict-template-expressions': 'off',
      'import-x/no-default-export': 'error',
      'import-x/no-cycle': 'error',
      'no-restricted-syntax': [
        'error',
        { selector: 'ExportAllDeclaration', message: 'Name what is exported.' },
        {
          selector: "MemberExpression[object.name='process'][property.name='env']",
          message: 'Only main.ts files read the environment.',
        },
      ],
      'no-restricted-imports': [
        'error',
        { patterns: [{ regex: '^@tallyhook/[a-z]+/src', message: 'Import the package, not its inside.' }] },
      ],
    },
  },
  {
    files: ['**/main.ts', '**/test/**', 'test/**', 'bench/**', '**/*.test.ts'],
    rules: { 'no-restricted-syntax': 'off' },
  },
  { files: ['packages/cli/src/**', 'bench/**'], rules: { 'no-console': 'off' } },
  {
    files: ['packages/*/src/**'],
    ignores: ['packages/store/**', '**/*.test.ts'],
    rules: {
      'no-restricted-imports': ['error', { paths: [{ name: 'mongodb', message: 'Only the store talks to MongoDB.' }] }],
    },
  },
  {
    files: ['packages/engine/src/workflows/**'],
    ignores: ['**/*.test.ts'],
    rules: { 'no-restricted-imports': ['error', restrictedInWorkflows] },
  },
  {
    files: ['**/*.test.ts', '**/test/**'],
    rules: {
      '@typescript-eslint/no-floating-promises': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
    },
  },
);
