/** What stands below the list of neighbours: three pages with names of their own, and one for each neighbour. */
import AddPage from "./add_page.tsx";
import ExchangePage from "./exchange_page.tsx";
import IdentityPage from "./identity_page.tsx";
import PeerPage from "./peer_page.tsx";

const NAMED = { add: AddPage, exchange: ExchangePage, identity: IdentityPage };

export default function PartPage({ part }: { part: string }) {
  const Page = Object.hasOwn(NAMED, part) ? NAMED[part as keyof typeof NAMED] : undefined;
  return Page ? <Page /> : <PeerPage key={part} peer={part} />;
}
