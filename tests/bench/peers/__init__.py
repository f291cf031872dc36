"""The other tools, each as a program that reads judgements and a run and prints its means."""
