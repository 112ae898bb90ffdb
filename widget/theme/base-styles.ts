import { css } from 'lit';

/** Colours, type and the rest that everything shares. What the page does not set follows light and dark; sizes are in rem,
 * so that the shopper's own text size counts. */
export const baseStyles = css`
  :host {
    --_primary: var(--tillgate-color-primary, light-dark(#2440d6, #a3b4ff));
    --_on-primary: var(--tillgate-color-on-primary, light-dark(#fff, #10163a));
    --_text: var(--tillgate-color-text, light-dark(#14171f, #f2f3f6));
    --_muted: var(--tillgate-color-muted, light-dark(#596173, #a7afbf));
    --_surface: var(--tillgate-color-surface, light-dark(#fff, #171a21));
    --_border: var(--tillgate-color-border, light-dark(#d6dae3, #373d4a));
    --_field-border: var(--tillgate-color-field-border, light-dark(#8a92a3, #6b7486));
    --_danger: var(--tillgate-color-danger, light-dark(#b4231a, #ff9d94));
    --_success: var(--tillgate-color-success, light-dark(#0d7a43, #6fdca2));
    --_radius: var(--tillgate-radius, 0.75rem);
    --_button-radius: var(--tillgate-button-radius, var(--_radius));
    --_focus: var(--tillgate-color-focus, var(--_primary));
    --_gap: var(--tillgate-spacing, 1rem);
    display: block;
    color: var(--_text);
    font: 400 1rem/1.45 var(--tillgate-font-family, system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif);
    font-variant-numeric: tabular-nums;
    overflow-wrap: anywhere;
    text-align: start;
    -webkit-text-size-adjust: 100%;
  }
  :host([hidden]) {
    display: none;
  }
  :host([theme='light']) {
    color-scheme: light;
  }
  :host([theme='dark']) {
    color-scheme: dark;
  }
  * {
    box-sizing: border-box;
  }
  h2,
  p,
  fieldset,
  legend {
    margin: 0;
    padding: 0;
    border: 0;
    min-inline-size: 0;
  }
  :lang(ko) {
    word-break: keep-all;
  }
  .hidden {
    position: absolute;
    inline-size: 1px;
    block-size: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
  @media (prefers-reduced-motion: reduce) {
    * {
      animation: none !important;
      transition: none !important;
    }
    .spinner {
      animation: turn 3s linear infinite !important;
    }
  }
  @media (forced-colors: active) {
    .primary {
      border-color: ButtonText;
    }
  }
`;
