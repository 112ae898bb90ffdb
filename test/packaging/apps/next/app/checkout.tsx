'use client';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { TillgateCheckout } from 'tillgate/react';

export function Checkout({ session, server }: { session: string; server: string }) {
  const router = useRouter();
  const [isOver, setOver] = useState(false);
  return (
    <>
      <TillgateCheckout
        session={session}
        server={server}
        labels={{ pay: 'Buy for {amount}' }}
        onComplete={({ status, session_id }) =>
          status === 'paid' ? router.push(`/thank-you?session_id=${session_id}`) : setOver(true)
        }
      >
        <p slot="header">One mug</p>
      </TillgateCheckout>
      {isOver && <button onClick={() => location.reload()}>Start again</button>}
    </>
  );
}
