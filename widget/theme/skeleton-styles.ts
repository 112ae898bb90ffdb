import { css } from 'lit';

/** What stands there while the form loads. */
export const skeletonStyles = css`
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
    visibility: hidden;
  }
  @keyframes breathe {
    from {
      opacity: 0.4;
    }
    to {
      opacity: 0.75;
    }
  }
`;
