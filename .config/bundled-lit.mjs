/** What the element's own copy of Lit has otherwise: the file, the text, and what stands in its place. */
const CHANGES = [
  // A page grants the Trusted Types policy `lit-html` once. The element asks for `tillgate` instead, so that a Lit of the
  // shop keeps its policy.
  ['/lit-html/lit-html.js', 'createPolicy("lit-html"', 'createPolicy("tillgate"'],
  // The element is compiled with the decorators of TypeScript: those of the language are never applied.
  ['/reactive-element/decorators/property.js', '"object"==typeof o?r(t,e,o):', ''],
  // It runs in no browser that needs polyfills, and is not rendered on a server.
  ['/lit-html/lit-html.js', ',B=t.litHtmlPolyfillSupport;B?.(S,k),', ';'],
  ['/reactive-element/reactive-element.js', 'p=a.reactiveElementPolyfillSupport,', ''],
  ['/reactive-element/reactive-element.js', 'p?.({ReactiveElement:y}),', ''],
  ['/lit-element/lit-element.js', ',s.litElementHydrateSupport?.({LitElement:i})', ''],
  ['/lit-element/lit-element.js', 'const o=s.litElementPolyfillSupport;o?.({LitElement:i});', ''],
];

/** Lit as the element's script has it. */
export const bundledLit = {
  name: 'tillgate-bundled-lit',
  transform(code, id) {
    const own = CHANGES.filter(([path]) => id.endsWith(path));
    if (own.length === 0) return undefined;
    return own.reduce((text, [path, before, after]) => {
      if (!text.includes(before)) throw new Error(`${path} no longer contains ${before}, as this build expects.`);
      return text.replace(before, after);
    }, code);
  },
};
