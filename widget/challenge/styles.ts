import { css } from 'lit';

/** The dialog of a challenge and its windows. */
export const challengeStyles = css`
  dialog {
    --_height: 400px;
    flex-direction: column;
    inline-size: min(100vw - 1rem, var(--_width) + 2px);
    max-inline-size: none;
    max-block-size: calc(100dvh - 1rem);
    padding: 0;
    overflow: hidden;
    color: inherit;
  }
  dialog,
  .sure .late {
    border: 1px solid var(--_border);
    border-radius: calc(var(--_radius) * 1.4);
    background: var(--_surface);
    box-shadow: 0 24px 80px rgb(0 0 0 / 30%);
  }
  dialog[open] {
    display: flex;
  }
  dialog::backdrop {
    background: rgb(20 16 12 / 55%);
  }
  dialog header {
    display: flex;
    flex: none;
    flex-wrap: wrap;
    align-items: center;
    justify-content: space-between;
    gap: 0.5rem;
    padding-block: 0.5rem;
    padding-inline: 1.25rem 0.25rem;
    border-block-end: 1px solid var(--_border);
  }
  dialog h2 {
    flex: 1 1 6em;
    font-size: 1rem;
    font-weight: 600;
    hyphens: auto;
  }
  dialog .note {
    padding: 0.6rem 1rem;
  }
  .window {
    display: grid;
    flex: 1 1 var(--_height);
    min-block-size: 7.5rem;
  }
  .window > * {
    grid-area: 1 / 1;
  }
  .opening {
    place-self: center;
    justify-items: center;
    color: var(--_muted);
    text-align: center;
  }
  .opening .spinner {
    inline-size: 2.25rem;
    block-size: 2.25rem;
  }
  iframe {
    inline-size: 100%;
    block-size: 100%;
    border: 0;
    background: #fff;
  }
  /* There already, for an issuer's page that measures itself, but not yet to be seen. */
  .coming iframe {
    opacity: 0;
  }
  .help:has(button) {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: space-between;
    padding-inline: 1rem 0.5rem;
    border-block-start: 1px solid var(--_border);
  }
  dialog .help .note {
    padding: 0.4rem 0;
  }
  .sure {
    position: absolute;
    inset: 0;
    display: grid;
    overflow: auto;
    background: color-mix(in srgb, var(--_surface) 60%, transparent);
  }
  .sure .late {
    place-self: center;
    inline-size: min(100% - 2rem, 24rem);
    margin-block: 1rem;
  }
  .sure h3 {
    margin: 0;
    font-size: 1rem;
  }
  .opening,
  .late {
    display: grid;
    gap: 0.75rem;
    padding: 1rem;
  }
  .size-01 {
    --_width: 250px;
  }
  .size-02 {
    --_width: 390px;
  }
  .size-03 {
    --_width: 500px;
    --_height: 600px;
  }
  .size-04 {
    --_width: 600px;
  }
  .size-05 {
    --_width: 100vw;
    --_height: 0px;
    inset: var(--_top, 0) 0 auto;
    inline-size: 100vw;
    block-size: var(--_seen, 100dvh);
    max-block-size: none;
    margin: 0;
    padding: env(safe-area-inset-top) env(safe-area-inset-right) env(safe-area-inset-bottom) env(safe-area-inset-left);
    border: 0;
    border-radius: 0;
    overflow: auto;
  }
  @media (forced-colors: active) {
    dialog {
      border-color: CanvasText;
    }
    dialog .spinner {
      forced-color-adjust: none;
      color: CanvasText;
    }
  }
`;
