/**
 * Lit leaves its version in a global of the page, which nothing but one of its own warnings reads. And it asks for the
 * Trusted Types policy `lit-html`, which a page grants once: to a Lit of the shop's own, where there is one.
 */
export const bundledLit = {
  name: 'tillgate-bundled-lit',
  transform(code, id) {
    if (!id.endsWith('/lit-html/lit-html.js')) return undefined;
    const edits = [
      [/,\w+=\w+\.litHtmlPolyfillSupport;[^;]+litHtmlVersions[^;]+;/, ';'],
      [/(\w+)\?\1\.createPolicy\("lit-html",([^)]+)\):void 0/, '$1?.createPolicy("tillgate",$2)'],
    ];
    return edits.reduce((text, [before, after]) => {
      const edited = text.replace(before, after);
      if (edited === text) throw new Error('Lit does not look as this build expects.');
      return edited;
    }, code);
  },
};
