package tutti.group.paper;

import tutti.group.ColGroup;
import tutti.group.ColGroupMaster;

/** Starts one member of ASP in each process: the paper's figure 2. */
class MainAsp {
    static final int N = 50;

    Asp start(String[] args) {
        ColGroup group;
        int numberOfCpus;
        Asp myMember;

        ColGroupMaster groupMaster = new ColGroupMaster(args);
        numberOfCpus = groupMaster.numberOfCpus();

        myMember = newMember();
        groupMaster.addMember("myGroup", myMember);
        group = groupMaster.getGroup("myGroup", numberOfCpus);

        myMember.setGroup(group);
        new Thread(myMember).start();
        return myMember;
    }

    Asp newMember() {
        return new Asp(N);
    }

    public static void main(String[] args) {
        new MainAsp().start(args);
    }
}
