/** Rules that come without types; both are what `@textlint/kernel` calls a rule module. */
declare module 'textlint-rule-preset-ja-technical-writing' {
  import type { TextlintKernelRule } from '@textlint/kernel';

  const preset: {
    readonly rules: Readonly<Record<string, TextlintKernelRule['rule']>>;
    readonly rulesConfig: Readonly<Record<string, TextlintKernelRule['options']>>;
  };
  export default preset;
}

declare module 'textlint-rule-write-good' {
  import type { TextlintKernelRule } from '@textlint/kernel';

  const rule: { readonly default: TextlintKernelRule['rule'] };
  export default rule;
}

declare module 'textlint-rule-en-max-word-count' {
  import type { TextlintKernelRule } from '@textlint/kernel';

  const rule: TextlintKernelRule['rule'];
  export default rule;
}

declare module 'textlint-rule-terminology' {
  import type { TextlintKernelRule } from '@textlint/kernel';

  const rule: TextlintKernelRule['rule'];
  export default rule;
}
