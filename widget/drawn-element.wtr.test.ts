import { expect } from '@open-wc/testing';
import { html, type TemplateResult } from 'lit/html.js';
import { DrawnElement } from './drawn-element.ts';

const NAME = 'drawn-note';

/** Shows what it is told, and notes what happens to it. */
class DrawnNote extends DrawnElement {
  static override readonly attributes = { text: 'text', isLoud: 'loud', data: '' };
  text = 'none';
  isLoud = false;
  data: unknown;
  readonly log: string[] = [];
  wait: Promise<void> | undefined;

  protected override settled(): Promise<void> | undefined {
    return this.wait;
  }

  protected override changed(names: ReadonlySet<string>): void {
    this.log.push([...names].sort().join(' '));
  }

  protected override render(): TemplateResult {
    if (this.text === 'broken') throw new Error('cannot be drawn');
    return html`<p>${this.isLoud ? this.text.toUpperCase() : this.text}</p>`;
  }
}

const shown = (note: DrawnNote): string => note.renderRoot.textContent;

describe('an element that is drawn', () => {
  let note: DrawnNote;

  before(() => {
    // In the page before the browser knows it, with a property that was set too early.
    document.body.innerHTML = `<${NAME} text="attribute" loud></${NAME}>`;
    (document.body.firstElementChild as DrawnNote).data = 'early';
    customElements.define(NAME, DrawnNote);
    note = document.body.firstElementChild as DrawnNote;
  });

  it('takes attributes and properties from before it was defined', async () => {
    await note.updateComplete;
    expect([note.text, note.isLoud, note.data]).to.deep.equal(['attribute', true, 'early']);
    expect(Object.hasOwn(note, 'data')).to.equal(false);
    expect(shown(note)).to.equal('ATTRIBUTE');
    expect(note.log).to.deep.equal(['data isLoud text']);
  });

  it('is drawn once for all that changes in a moment, and not for what stays', async () => {
    note.log.length = 0;
    note.text = 'one';
    note.text = 'two';
    note.removeAttribute('loud');
    expect(shown(note)).to.equal('ATTRIBUTE');
    await note.updateComplete;
    expect(shown(note)).to.equal('two');
    note.text = 'two';
    await note.updateComplete;
    expect(note.log).to.deep.equal(['isLoud text']);
  });

  it('takes an attribute that goes for an empty text', async () => {
    note.setAttribute('text', 'again');
    expect(note.text).to.equal('again');
    note.removeAttribute('text');
    await note.updateComplete;
    expect([note.text, shown(note)]).to.deep.equal(['', '']);
  });

  it('waits with its drawing where it is asked to', async () => {
    let go = (): void => undefined;
    note.wait = new Promise((resolve) => (go = resolve));
    note.text = 'late';
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(shown(note)).to.equal('');
    go();
    await note.updateComplete;
    note.wait = undefined;
    expect(shown(note)).to.equal('late');
  });

  it('tells its controllers of its life until they are removed', async () => {
    const log: string[] = [];
    const controller = {
      hostConnected: () => log.push('connected'),
      hostUpdated: () => log.push('updated'),
      hostDisconnected: () => log.push('disconnected'),
    };
    note.addController(controller);
    note.requestUpdate();
    await note.updateComplete;
    note.remove();
    document.body.append(note);
    expect(log).to.deep.equal(['connected', 'updated', 'disconnected', 'connected']);
    await note.updateComplete;
    note.removeController(controller);
    note.remove();
    expect(log).to.deep.equal(['connected', 'updated', 'disconnected', 'connected', 'updated']);
  });

  it('begins as if all were new where it is moved or put back', async () => {
    document.body.append(note);
    await note.updateComplete;
    note.log.length = 0;
    document.body.prepend(note);
    await note.updateComplete;
    expect(note.log).to.deep.equal(['data isLoud text']);
    expect(shown(note)).to.equal('late');
  });

  it('is emptied once it has left the page, and takes nothing up until it is back', async () => {
    note.log.length = 0;
    note.text = 'on its way';
    note.remove();
    await note.updateComplete;
    note.text = 'apart';
    await note.updateComplete;
    expect([shown(note), note.log.length]).to.deep.equal(['', 0]);
    document.body.append(note);
    await note.updateComplete;
    expect(shown(note)).to.equal('apart');
  });

  it('is drawn again after a drawing that failed', async () => {
    document.body.append(note);
    note.text = 'broken';
    const failure = await note.updateComplete.catch(String);
    expect(failure).to.contain('cannot be drawn');
    note.text = 'mended';
    await note.updateComplete;
    expect(shown(note)).to.equal('mended');
    note.remove();
  });

  it('draws nothing before it stands in a page', async () => {
    const other = new DrawnNote();
    other.text = 'apart';
    await other.updateComplete;
    expect([shown(other), other.log.length]).to.deep.equal(['', 0]);
    document.body.append(other);
    await other.updateComplete;
    expect(shown(other)).to.equal('apart');
    other.remove();
  });
});
