import { css } from 'lit';

/**
 * The element's looks. Every `--tillgate-*` property can be set by the page; what is not set follows light and dark.
 * Sizes are in rem, so that the shopper's own text size counts.
 */
export const styles = css`
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
    --_gap: var(--tillgate-spacing, 1rem);
    display: block;
    color-scheme: light dark;
    color: var(--_text);
    font: 400 1rem/1.45 var(--tillgate-font-family, system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif);
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
  form,
  .stack,
  .panel {
    display: grid;
    gap: var(--_gap);
  }
  .group {
    display: grid;
    border: 1px solid var(--_field-border);
    border-radius: var(--_radius);
    background: var(--_surface);
  }
  .pair {
    display: grid;
    grid-template-columns: 1fr 1fr;
  }
  .group > * + * {
    border-block-start: 1px solid var(--_border);
  }
  .pair > * + * {
    border-inline-start: 1px solid var(--_border);
  }
  .box {
    position: relative;
    display: block;
    background: var(--_surface);
    border: 1px solid var(--_field-border);
    border-radius: var(--_radius);
    transition:
      border-color 0.15s,
      box-shadow 0.15s;
  }
  .group .box {
    margin: -1px;
    border-color: transparent;
    background: transparent;
  }
  .box:focus-within {
    z-index: 1;
    border-color: var(--_primary) !important;
    box-shadow: 0 0 0 3px color-mix(in srgb, var(--_primary) 28%, transparent);
  }
  .wrong .box {
    z-index: 1;
    border-color: var(--_danger) !important;
  }
  .wrong .box:focus-within {
    box-shadow: 0 0 0 3px color-mix(in srgb, var(--_danger) 25%, transparent);
  }
  .box label {
    position: absolute;
    inset-block-start: 0.5rem;
    inset-inline: 0.9rem;
    overflow: hidden;
    font-size: 0.8125rem;
    line-height: 1.2;
    white-space: nowrap;
    text-overflow: ellipsis;
    color: var(--_muted);
    pointer-events: none;
  }
  input:not([type='radio']),
  select {
    display: block;
    inline-size: 100%;
    min-block-size: 3.5rem;
    padding: 1.55rem 0.9rem 0.5rem;
    border: 0;
    border-radius: inherit;
    outline: 0;
    background: transparent;
    color: inherit;
    font: inherit;
    font-size: max(1rem, 16px);
    font-variant-numeric: tabular-nums;
  }
  select {
    appearance: none;
    padding-inline-end: 2.5rem;
    text-overflow: ellipsis;
  }
  .choice::after {
    content: '';
    position: absolute;
    inset-block-start: 1.4rem;
    inset-inline-end: 1.2rem;
    inline-size: 0.5rem;
    block-size: 0.5rem;
    border: solid var(--_muted);
    border-width: 0 2px 2px 0;
    rotate: 45deg;
    pointer-events: none;
  }
  select option {
    background: var(--_surface);
    color: var(--_text);
  }
  input::placeholder {
    color: var(--_muted);
    opacity: 0.75;
  }
  .marks {
    position: absolute;
    inset-block-end: 0.6rem;
    inset-inline-end: 0.8rem;
    display: flex;
    gap: 0.25rem;
    pointer-events: none;
  }
  .mark {
    inline-size: 2.125rem;
    block-size: 1.345rem;
  }
  .mark.text {
    inline-size: auto;
    padding-inline: 0.35rem;
    border: 1px solid var(--_border);
    border-radius: 4px;
    font-size: 0.75rem;
  }
  .error {
    margin-block-start: 0.35rem;
    color: var(--_danger);
    font-size: 0.875rem;
  }
  .group .error {
    padding: 0 0.9rem 0.6rem;
  }
  .methods legend {
    margin-block-end: 0.6rem;
    font-weight: 600;
  }
  .method {
    border: 1px solid var(--_border);
    background: var(--_surface);
  }
  .method + .method {
    border-block-start: 0;
  }
  legend + .method {
    border-start-start-radius: var(--_radius);
    border-start-end-radius: var(--_radius);
  }
  .method:last-child {
    border-end-start-radius: var(--_radius);
    border-end-end-radius: var(--_radius);
  }
  .method > label {
    display: flex;
    align-items: center;
    gap: 0.75rem;
    min-block-size: 3.25rem;
    padding: 0.5rem 1rem;
    font-weight: 500;
    cursor: pointer;
  }
  input[type='radio'] {
    flex: none;
    inline-size: 1.25rem;
    block-size: 1.25rem;
    margin: 0;
    accent-color: var(--_primary);
  }
  .panel {
    padding: 0.25rem 1rem 1.1rem;
  }
  .tabs {
    display: flex;
    flex-wrap: wrap;
    gap: 0.5rem;
  }
  .tabs .method {
    flex: 1 1 8rem;
    border: 1px solid var(--_border);
    border-radius: var(--_radius);
  }
  .tabs .chosen {
    border-color: var(--_primary);
    box-shadow: inset 0 0 0 1px var(--_primary);
  }
  .tabs + .panel {
    padding: 0;
  }
  .note,
  .secure {
    color: var(--_muted);
    font-size: 0.875rem;
  }
  .secure {
    text-align: center;
    text-wrap: balance;
  }
  .secure svg {
    inline-size: 0.8rem;
    margin-inline-end: 0.45rem;
    vertical-align: -0.1rem;
  }
  .alert {
    padding: 0.8rem 1rem;
    border: 1px solid color-mix(in srgb, var(--_danger) 45%, transparent);
    border-radius: var(--_radius);
    background: color-mix(in srgb, var(--_danger) 8%, var(--_surface));
    color: var(--_danger);
  }
  /* Always there for screen readers, so that what appears in it is announced. */
  .alert:empty {
    position: absolute;
    padding: 0;
    border: 0;
  }
  button,
  .button {
    display: inline-flex;
    align-items: center;
    justify-content: center;
    gap: 0.6rem;
    min-block-size: 2.75rem;
    padding: 0.6rem 1.1rem;
    border: 1px solid var(--_field-border);
    border-radius: var(--_radius);
    background: transparent;
    color: inherit;
    font: inherit;
    font-weight: 600;
    text-decoration: none;
    cursor: pointer;
  }
  .primary {
    border-color: transparent;
    background: var(--_primary);
    color: var(--_on-primary);
    transition: filter 0.15s;
  }
  .primary:hover {
    filter: brightness(1.08);
  }
  .pay {
    inline-size: 100%;
    min-block-size: 3.375rem;
    font-size: 1.0625rem;
  }
  button[aria-disabled='true'],
  button:disabled {
    cursor: default;
    opacity: 0.75;
  }
  .quiet {
    border-color: transparent;
    color: var(--_muted);
    font-weight: 500;
  }
  :focus-visible:not(.box *) {
    outline: 3px solid var(--_primary);
    outline-offset: 2px;
  }
  h2:focus {
    outline: 0;
  }
  .spinner {
    inline-size: 1.15em;
    block-size: 1.15em;
    border: 2.5px solid color-mix(in srgb, currentcolor 30%, transparent);
    border-block-start-color: currentcolor;
    border-radius: 50%;
    animation: turn 0.8s linear infinite;
  }
  @keyframes turn {
    to {
      rotate: 1turn;
    }
  }
  .result {
    display: grid;
    justify-items: center;
    gap: 0.6rem;
    padding-block: 1.5rem;
    text-align: center;
  }
  .result > svg,
  .result > .spinner {
    inline-size: 3.25rem;
    block-size: 3.25rem;
    margin-block-end: 0.4rem;
    color: var(--_muted);
    fill: none;
    stroke: currentcolor;
    stroke-width: 3;
    stroke-linecap: round;
    stroke-linejoin: round;
  }
  .result > .spinner {
    border-width: 4px;
    color: var(--_primary);
  }
  .paid > svg {
    color: var(--_success);
  }
  .paid path {
    stroke-dasharray: 30;
    animation: draw 0.45s 0.1s ease-out backwards;
  }
  @keyframes draw {
    from {
      stroke-dashoffset: 30;
    }
  }
  h2 {
    font-size: 1.25rem;
    line-height: 1.3;
    letter-spacing: -0.01em;
  }
  .result p {
    max-inline-size: 34ch;
    color: var(--_muted);
  }
  .actions {
    display: grid;
    gap: 0.5rem;
    inline-size: min(100%, 20rem);
    margin-block-start: 0.75rem;
  }
  .skeleton {
    display: grid;
    gap: var(--_gap);
  }
  .skeleton i {
    block-size: 3.375rem;
    border-radius: var(--_radius);
    background: var(--_border);
    animation: breathe 1.6s ease-in-out infinite alternate;
  }
  .skeleton .group {
    padding-block-end: 2px;
  }
  .skeleton .group i {
    block-size: 0.7rem;
    inline-size: 6rem;
    margin: calc(0.6rem - 1px) 0.9rem calc(2.2rem + 1px);
    border: 0;
  }
  .skeleton .secure {
    inline-size: 14rem;
    block-size: 1.27rem;
    justify-self: center;
  }
  @keyframes breathe {
    from {
      opacity: 0.4;
    }
    to {
      opacity: 0.75;
    }
  }
  .hidden {
    position: absolute;
    inline-size: 1px;
    block-size: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
  @media (max-width: 17rem) {
    .pair {
      grid-template-columns: 1fr;
    }
    .pair > * + * {
      border-inline-start: 0;
      border-block-start: 1px solid var(--_border);
    }
  }
  @media (prefers-reduced-motion: reduce) {
    *,
    ::before {
      animation-duration: 3s !important;
      transition: none !important;
    }
  }
  @media (forced-colors: active) {
    .box:focus-within {
      outline: 3px solid Highlight;
    }
    .primary {
      border-color: ButtonText;
    }
  }
`;
