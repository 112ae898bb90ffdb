import { css } from 'lit';

/** The dialog of a challenge and its windows. */
export const challengeStyles = css`
  dialog {
    display: none;
    flex-direction: column;
    inline-size: min(100vw - 1rem, var(--_width) + 2px);
    max-inline-size: none;
    max-block-size: calc(100dvh - 1rem);
    padding: 0;
    border: 1px solid var(--_border);
    border-radius: calc(var(--_radius) * 1.4);
    overflow: hidden;
    background: var(--_surface);
    color: inherit;
    box-shadow: 0 24px 80px rgb(0 0 0 / 30%);
  }
  dialog[open] {
    display: flex;
  }
  dialog::backdrop {
    background: rgb(10 12 20 / 55%);
  }
  dialog header {
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: 0.5rem;
    padding-block: 0.4rem;
    padding-inline: 1rem 0.5rem;
    border-block-end: 1px solid var(--_border);
  }
  dialog h2 {
    font-size: 1rem;
    overflow-wrap: anywhere;
    hyphens: auto;
  }
  dialog .quiet {
    padding-inline: 0.6rem;
  }
  dialog .note {
    padding: 0.6rem 1rem;
  }
  iframe {
    flex: 1 1 var(--_height);
    min-block-size: 0;
    inline-size: 100%;
    border: 0;
    background: #fff;
    color-scheme: inherit;
  }
  .size-01 {
    --_width: 250px;
    --_height: 400px;
  }
  .size-02 {
    --_width: 390px;
    --_height: 400px;
  }
  .size-03 {
    --_width: 500px;
    --_height: 600px;
  }
  .size-04 {
    --_width: 600px;
    --_height: 400px;
  }
  .size-05 {
    --_width: 100vw;
    --_height: 100dvh;
    inline-size: 100vw;
    block-size: 100dvh;
    max-block-size: none;
    border: 0;
    border-radius: 0;
  }
  @media (max-width: 30rem) {
    dialog:not(.size-01) {
      inline-size: 100vw;
      block-size: 100dvh;
      max-block-size: none;
      border: 0;
      border-radius: 0;
    }
  }
`;
