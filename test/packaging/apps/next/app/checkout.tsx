'use client';
import { useRouter } from 'next/navigation';
import { TillgateCheckout } from 'tillgate/react';

export function Checkout({ session, server }: { session: string; server: string }) {
  const router = useRouter();
  return (
    <TillgateCheckout
      session={session}
      server={server}
      labels={{ pay: 'Buy for {amount}' }}
      onComplete={(event) => router.push(`/thank-you?session_id=${event.session_id}`)}
    >
      <p slot="header">One mug</p>
    </TillgateCheckout>
  );
}
