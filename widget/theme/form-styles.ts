import { css } from 'lit';

/** Methods, notes and buttons. */
export const formStyles = css`
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
    overflow-wrap: anywhere;
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
  /* There before its words, which some screen readers need to speak them; without room of its own. */
  .note:empty {
    position: absolute;
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
    border-radius: var(--_button-radius);
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
    outline: 3px solid var(--_focus);
    outline-offset: 2px;
  }
  h2[tabindex]:focus {
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
`;
