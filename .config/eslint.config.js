import tseslint from 'typescript-eslint';
import lit from 'eslint-plugin-lit';

const RESTRICTED = [
  { selector: 'ExportDefaultDeclaration', message: 'Name the export.' },
  { selector: 'TSEnumDeclaration', message: 'Use a union of literals.' },
];

/** A fixed sleep makes a test slow, and lets it assert too early on a busy machine. */
const NO_SLEEP = 'Wait for a condition: until, expect.poll. Where time is the subject, sleep of test/support/wait.ts.';
const SLEEPS = [
  'NewExpression[callee.name="Promise"] CallExpression[callee.name="setTimeout"]',
  'CallExpression[callee.property.name="waitForTimeout"]',
  'ImportDeclaration[source.value=/timers.promises$/] ImportSpecifier[imported.name="setTimeout"]',
].map((selector) => ({ selector, message: NO_SLEEP }));

export default tseslint.config(
  {
    ignores: [
      'dist/**',
      'node_modules/**',
      '.config/**',
      '.cache/**',
      'test/packaging/apps/**',
      'test/shops/vendure/**',
      'test/shops/medusa/**',
      'plugins/*/types/**',
      'demo/pages/**/*.js',
      'server/init/templates/**',
      'widget/frameworks/*.d.ts',
    ],
  },
  ...tseslint.configs.strictTypeChecked,
  {
    languageOptions: {
      parserOptions: {
        // One program for all folders: ten would each check what they share.
        project: ['.config/tsconfig.lint.json'],
        tsconfigRootDir: new URL('..', import.meta.url).pathname,
      },
    },
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': 'error',
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-unnecessary-condition': ['error', { allowConstantLoopConditions: true }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/no-deprecated': 'off',
      'no-restricted-syntax': ['error', ...RESTRICTED],
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true },
      ],
      eqeqeq: 'error',
      'no-console': 'error',
      'no-eval': 'error',
      // A catch without a statement needs at least the reason why.
      'no-empty': 'error',
    },
  },
  {
    files: ['widget/**/*.ts', 'server/console/**/*.ts'],
    ...lit.configs['flat/recommended'],
  },
  {
    files: ['**/*.test.ts', 'test/**/*.ts', 'widget/test-support/**/*.ts'],
    rules: {
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/no-unused-expressions': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      '@typescript-eslint/require-await': 'off',
      'no-restricted-syntax': ['error', ...RESTRICTED, ...SLEEPS],
    },
  },
  { files: ['test/support/wait.ts'], rules: { 'no-restricted-syntax': ['error', ...RESTRICTED] } },
  // The assertions of chai look like promises to the rule.
  { files: ['**/*.wtr.test.ts'], rules: { '@typescript-eslint/no-floating-promises': 'off' } },
  { files: ['**/*.js', '**/*.mjs'], ...tseslint.configs.disableTypeChecked },
);
