import { nothing, render, type TemplateResult } from 'lit/html.js';
import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** On a server, where the element is imported and never made, there is nothing to extend. */
const Base = typeof HTMLElement === 'undefined' ? (Object as unknown as typeof HTMLElement) : HTMLElement;

/**
 * An element that Lit's templates draw whenever a property has changed. Of Lit's own base class it is the part that one
 * element needs, at a quarter of the bytes before the first form; controllers and `updateComplete` are as Lit has them.
 */
export abstract class DrawnElement extends Base implements ReactiveControllerHost {
  /** The properties that draw the element anew, each with its attribute; '' for none. */
  static readonly attributes: Readonly<Record<string, string>> = {};
  readonly renderRoot: ShadowRoot = this.shadowRoot ?? this.attachShadow({ mode: 'open' });
  readonly #controllers = new Set<ReactiveController>();
  readonly #values: Record<string, unknown> = {};
  /** What was set before the browser knew the element: it would hide the properties of the class. */
  readonly #early: Record<string, unknown> = {};
  readonly #changed = new Set<string>();
  #live = false;
  #pending: Promise<void> | undefined;

  /** Asked by the browser, once, when the element is defined. */
  static get observedAttributes(): string[] {
    for (const name of Object.keys(this.attributes)) DrawnElement.#watch(this.prototype, name);
    return Object.values(this.attributes);
  }

  static #watch(prototype: object, name: string): void {
    Object.defineProperty(prototype, name, {
      enumerable: true,
      get(this: DrawnElement) {
        return this.#values[name];
      },
      set(this: DrawnElement, value: unknown) {
        if (Object.is(value, this.#values[name])) return;
        this.#values[name] = value;
        this.#changed.add(name);
        this.requestUpdate();
      },
    });
  }

  constructor() {
    super();
    const own = this as Record<string, unknown>;
    for (const name of Object.keys((this.constructor as typeof DrawnElement).attributes)) {
      if (!Object.hasOwn(this, name)) continue;
      this.#early[name] = own[name];
      Reflect.deleteProperty(own, name);
    }
  }

  /** Resolves once what was asked for is drawn. */
  get updateComplete(): Promise<boolean> {
    return (this.#pending ?? Promise.resolve()).then(() => true);
  }

  addController(controller: ReactiveController): void {
    this.#controllers.add(controller);
    if (this.#live && this.isConnected) controller.hostConnected?.();
  }

  removeController(controller: ReactiveController): void {
    this.#controllers.delete(controller);
  }

  /** Draws soon, once for all that changes until then; an element that has left its page is emptied. */
  requestUpdate(): void {
    if (this.#live) this.#pending ??= this.#update();
  }

  connectedCallback(): void {
    for (const controller of this.#controllers) controller.hostConnected?.();
    const { attributes } = this.constructor as typeof DrawnElement;
    // Moved in the page or put back, it begins as if all were new.
    if (this.#live) for (const name of Object.keys(attributes)) this.#changed.add(name);
    else Object.assign(this, this.#early);
    this.#live = true;
    this.requestUpdate();
  }

  disconnectedCallback(): void {
    for (const controller of this.#controllers) controller.hostDisconnected?.();
    this.requestUpdate();
  }

  attributeChangedCallback(attribute: string, _before: string | null, value: string | null): void {
    const { attributes } = this.constructor as typeof DrawnElement;
    const own = this as Record<string, unknown>;
    for (const name of Object.keys(attributes)) {
      if (attributes[name] === attribute) own[name] = typeof own[name] === 'boolean' ? value !== null : (value ?? '');
    }
  }

  /** What a drawing waits for. */
  protected abstract settled(): Promise<void> | undefined;

  /** Called before a drawing with the names of the properties that have changed; all of them where it is put back. */
  protected abstract changed(names: ReadonlySet<string>): void;

  protected abstract render(): TemplateResult;

  async #update(): Promise<void> {
    // What changes in the same moment belongs to it.
    await Promise.resolve();
    await this.settled();
    try {
      if (this.isConnected) {
        this.changed(this.#changed);
        this.#changed.clear();
        render(this.render(), this.renderRoot);
      } else {
        render(nothing, this.renderRoot);
      }
    } finally {
      this.#pending = undefined;
    }
    for (const controller of this.#controllers) controller.hostUpdated?.();
  }
}
