/** 7 Wonders for the page: the plain board; everybody chooses at once and in secret. */

import { fallback } from "../fallback";

export default fallback("wonders", { isSimultaneous: () => true });
