const CHANGES = {
  /**
   * A page grants the Trusted Types policy `lit-html` once. The element's own copy of Lit asks for `tillgate` instead, so
   * that a Lit of the shop keeps its policy.
   */
  '/lit-html/lit-html.js': ['createPolicy("lit-html"', 'createPolicy("tillgate"'],
  /** The element is compiled with the decorators of TypeScript, so that those of the language are never applied. */
  '/reactive-element/decorators/property.js': ['"object"==typeof o?r(t,e,o):', ''],
};

/** Lit as the element's script has it. */
export const bundledLit = {
  name: 'tillgate-bundled-lit',
  transform(code, id) {
    const [, [before, after] = []] = Object.entries(CHANGES).find(([path]) => id.endsWith(path)) ?? [];
    if (before === undefined) return undefined;
    const changed = code.replace(before, after);
    if (changed === code) throw new Error(`Lit no longer contains ${before}, as this build expects.`);
    return changed;
  },
};
