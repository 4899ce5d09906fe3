/** Verbs that no reader takes for a noun at the start of a sentence. */
export const verbs = `abandon accept acquire add adjust adopt agree align allocate allow analyse analyze announce apply appoint arrange ask
  assemble assign attach attend avoid await back begin bring bundle buy cancel catch cease centralise centralize chase choose
  circulate clarify collect combine compile compose condense confirm connect consider consolidate consult contact continue convert
  coordinate create decide dedicate define delegate delete deliver deploy describe detach determine disable discard discuss dismiss
  disregard distribute divide edit eliminate enable encourage enforce engage enlist ensure escalate establish examine exclude
  execute expand explain extract fetch finalise finalize find focus follow forget formulate freeze gather get give go grant
  guarantee hire identify ignore implement impose improve include incorporate increase inform insist inspect instruct introduce
  investigate invite involve isolate keep maintain make manage merge migrate minimise minimize modify negotiate nominate
  notify obtain omit organise organize perform persuade postpone prepare prevent prioritise prioritize proceed
  protect provide publish pursue put rearrange reassign rebook recheck reconsider recruit redo reduce refrain regroup reject relabel
  relocate remain remove rename reorder reorganise reorganize rephrase replace resolve respond restrict restructure retain
  revise revisit rewrite roll scrap select send separate settle shift shorten simplify speak split standardise
  standardize stay stick submit summarise summarize swap take talk tell throw tidy translate treat undo unify update upgrade
  verify withdraw write`;
/** Verbs that are nouns or adjectives too: an object must follow. */
export const ambiguousVerbs = `address answer approach archive assess audit base block book box brace break brief budget build call centre change charge check
  claim clean clear close code compare complete conduct copy count cover cut date delay design document
  do double draft draw drive drop email empty enter estimate exchange extend factor file fill finish fix flag fold forward group hand handle have highlight
  hold hurry insert install issue join label launch lay lead leave let limit link list load lock log mail map mark match
  measure meet mention mind monitor mount move name narrow number offer open order outline pack paint park pause pay phone pick pin
  place plan plant post press price print process produce program progress promote pull purchase push question queue quote raise rank rate reach
  read rebuild record refer register release renew rent repair repeat reply report request rescue research reserve reset rest retire
  return reuse review ring run save scan schedule search secure see sequence set share ship show sign skip slow sort speed stack
  start stop store strip structure study supply support switch tackle target task test think time trace track trade train transfer trim trust try turn
  upload use visit wait walk warn wash watch water weigh work wrap`;
