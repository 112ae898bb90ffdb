import { css } from 'lit';

/** Notes and buttons. */
export const noteAndButtonStyles = css`
  legend {
    margin-block-end: 0.6rem;
    font-weight: 600;
  }
  .note {
    color: var(--_muted);
    font-size: 0.875rem;
    text-wrap: balance;
  }
  /* Some screen readers speak only what comes into an element that was there before. It takes no room. */
  .note:empty,
  .alert:empty {
    position: absolute;
    padding: 0;
    border: 0;
  }
  .center {
    text-align: center;
  }
  .secure svg {
    inline-size: 0.8rem;
    margin-inline-end: 0.45rem;
    vertical-align: -0.1rem;
  }
  .alert {
    display: flex;
    gap: 0.6rem;
    padding: 0.8rem 0.9rem;
    border: 1px solid color-mix(in srgb, var(--_danger) 40%, transparent);
    border-radius: var(--_radius);
    background: color-mix(in srgb, var(--_danger) 6%, var(--_surface));
  }
  /* While the payment goes on, nothing has failed. */
  .calm {
    --_danger: var(--_muted);
  }
  .alert b {
    display: block;
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
  }
  .primary:hover {
    filter: brightness(1.08);
  }
  .pay {
    flex-wrap: wrap;
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
  :focus-visible:not(.box *, [tabindex='-1']) {
    outline: 2px solid var(--_focus);
    outline-offset: 2px;
  }
  [tabindex='-1'] {
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
