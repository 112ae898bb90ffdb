/** @jsxImportSource solid-js */
import type {} from 'tillgate/solid';

export const taken = (
  <tillgate-checkout
    session="tgs_1"
    challenge-window="05"
    prop:labels={{ pay: 'Buy' }}
    on:tillgate-complete={(event) => event.session_id.length}
  />
);
// @ts-expect-error no such layout
export const refused = <tillgate-checkout layout="grid" />;
