package tutti.launcher;

/** To what the processes of a host are bound; named as users type it. */
enum BindTo {
    /** Each process has an equal share of the host's cores, and its threads run on no other. */
    core,

    /** The system chooses. */
    none
}
