import { LitElement, html, nothing, svg, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import { formatAmountForViewer } from '../amounts.ts';

/** One bar: an hour or a day, with the same hour or day of the period before. Amounts have two decimals and may be negative. */
export interface VolumeBar {
  label: string;
  /** The label below the bar. */
  shortLabel: string;
  amount: string;
  before: string;
  /** Still to come. */
  isFuture?: boolean;
}

const HEIGHT = 64;

/** A bar chart with the period before as outlines, its maximum on the axis and the value of each bar on demand. */
class VolumeChart extends LitElement {
  @property({ attribute: false }) bars: readonly VolumeBar[] = [];
  @property({ attribute: false }) currency = 'EUR';
  /** Names the chart for screen readers. */
  @property({ attribute: false }) name = '';
  /** Names the period before. */
  @property({ attribute: false }) nameBefore = '';
  @state() private index: number | undefined;

  override createRenderRoot(): this {
    return this;
  }

  override render(): TemplateResult {
    const { bars } = this;
    const most = Math.max(0, ...bars.flatMap(({ amount, before }) => [Number(amount), Number(before)]));
    const least = Math.min(0, ...bars.flatMap(({ amount, before }) => [Number(amount), Number(before)]));
    const scale = most === least ? 0 : HEIGHT / (most - least);
    const zero = HEIGHT + least * scale;
    // At least one unit high, so that an empty bar is seen.
    const rect = (kind: string, x: number, width: number, amount: string, min = 0): unknown => {
      const height = Math.max(Math.abs(Number(amount)) * scale, min);
      return svg`<rect class=${kind} x=${x} y=${Number(amount) < 0 ? zero : zero - height} width=${width} height=${height} />`;
    };
    return html`<div
      class="plot"
      tabindex="0"
      role="group"
      aria-label=${this.name}
      @pointermove=${(event: PointerEvent) => this.point(event)}
      @pointerleave=${() => (this.index = undefined)}
      @keydown=${(event: KeyboardEvent) => this.step(event)}
      @blur=${() => (this.index = undefined)}
    >
      <p class="axis-top muted small" aria-hidden="true">${formatAmountForViewer(most.toFixed(2), this.currency)}</p>
      <svg class="chart" aria-hidden="true" viewBox="0 0 ${bars.length * 10} ${HEIGHT}" preserveAspectRatio="none">
        ${bars.map(({ amount, before, isFuture }, at) => {
          const kind = `bar ${Number(amount) === 0 ? 'none' : 'now'} ${at === this.index ? 'pointed' : ''}`;
          return [
            rect('before', at * 10 + 0.75, 8.5, before),
            rect(kind, at * 10 + 1.75, 6.5, amount, isFuture === true ? 0 : 1),
          ];
        })}
      </svg>
      <p class="axis muted small" aria-hidden="true">
        ${bars.map(({ shortLabel }, at) => html`<span>${isLabelled(at, bars.length) ? shortLabel : nothing}</span>`)}
      </p>
      ${this.tip()}
    </div>`;
  }

  private tip(): TemplateResult {
    const bar = this.index === undefined ? undefined : this.bars[this.index];
    const place = ((this.index ?? 0) + 0.5) / this.bars.length;
    const side = place > 0.6 ? 'end' : place < 0.4 ? 'start' : '';
    return html`<p class="tip ${side}" role="status" ?hidden=${bar === undefined}>
      ${
        bar === undefined
          ? nothing
          : html`<strong>${bar.label}: ${formatAmountForViewer(bar.amount, this.currency)}</strong
              ><span>${this.nameBefore}: ${formatAmountForViewer(bar.before, this.currency)}</span>`
      }
    </p>`;
  }

  private point(event: PointerEvent): void {
    const box = this.querySelector('svg')?.getBoundingClientRect();
    if (box === undefined || box.width === 0) return;
    const at = Math.floor(((event.clientX - box.left) / box.width) * this.bars.length);
    this.index = Math.min(this.bars.length - 1, Math.max(0, at));
  }

  private step(event: KeyboardEvent): void {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const from = this.index ?? (step > 0 ? -1 : this.bars.length);
    this.index = Math.min(this.bars.length - 1, Math.max(0, from + step));
  }
}

/** Each of a few bars has a label below it; of more bars four have, as far from each other as from the ends. */
export function isLabelled(at: number, count: number): boolean {
  const step = count <= 7 ? 1 : Math.round(count / 4);
  const first = Math.floor((count - 3 * step) / 2);
  return at % step === first % step;
}

customElements.define('console-volume-chart', VolumeChart);
