/**
 * A page grants the Trusted Types policy `lit-html` once. The element's own copy of Lit asks for `tillgate` instead, so
 * that a Lit of the shop keeps its policy.
 */
export const bundleLit = (policy) => ({
  name: 'tillgate-bundled-lit',
  transform(code, id) {
    if (!id.endsWith('/lit-html/lit-html.js')) return undefined;
    const renamed = code.replace('createPolicy("lit-html"', `createPolicy("${policy}"`);
    if (renamed === code) throw new Error('lit-html no longer creates its Trusted Types policy as this build expects.');
    return renamed;
  },
});

/** The checkout's. */
export const bundledLit = bundleLit('tillgate');
