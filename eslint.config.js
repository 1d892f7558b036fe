import js from '@eslint/js';
import tseslint from 'typescript-eslint';

export default tseslint.config(
  { ignores: ['dist/', 'out/', 'docs/site/'] },
  js.configs.recommended,
  ...tseslint.configs.strictTypeChecked,
  {
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      // `interface PricePoint extends z.output<…> {}` is how a schema's type gets a name in hovers.
      '@typescript-eslint/no-empty-object-type': ['error', { allowInterfaces: 'with-single-extends' }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
    },
  },
  {
    files: ['test/**'],
    ignores: ['test/support/fast-check.ts'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          name: 'fast-check',
          message: 'Import test/support/fast-check.ts: it fixes the seed, and honours maxLength.',
        },
      ],
    },
  },
  { files: ['*.config.js'], extends: [tseslint.configs.disableTypeChecked] },
);
